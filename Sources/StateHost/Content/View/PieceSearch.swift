internal import HostSystem
internal import Synchronization

/// A search over rows that is made piece by piece, a plain value.
protocol PieceWork: Sendable {
  associatedtype Result: Sendable

  /// Searches a piece; stops early, leaving nothing worth keeping, when it is cancelled.
  mutating func search(_ piece: RowPiece, isCancelled: () -> Bool)
  /// All that there is for now has been looked at.
  mutating func settle(isCancelled: () -> Bool)
  /// What it has come to.
  var result: Result { get }
}

/// The number of a search: another one has begun when it is no longer that of the step.
private final class SearchNumber: Sendable {
  let value = Atomic(0)
}

/// Makes a search beside the loop: the loop hands pieces over and takes results.
final class PieceSearch<Work: PieceWork>: BackgroundWork {
  private struct Queue {
    var fresh: Work?
    var pieces: [RowPiece] = []
    var next = 0
    var isSettled = true
    var isStepping = false
    var result: Work.Result?

    var hasWork: Bool { fresh != nil || next < pieces.count || !isSettled }
  }

  private let queue = Mutex(Queue())
  /// Who steps has it.
  private let work = Mutex<Work?>(nil)
  private let number = SearchNumber()
}

// MARK: - The loop's side

extension PieceSearch {
  /// Begins another search; nothing of the one before comes any more.
  func begin(_ work: Work) {
    queue.withLock { queue in
      number.value.add(1, ordering: .sequentiallyConsistent)
      queue.fresh = work
      queue.pieces = []
      queue.next = 0
      queue.isSettled = false
      queue.result = nil
    }
  }

  /// Ends the search, and lets go of all that it holds; a step under way does that when it ends.
  func cancel() {
    let isStepping = queue.withLock { queue in
      number.value.add(1, ordering: .sequentiallyConsistent)
      queue.fresh = nil
      queue.pieces = []
      queue.next = 0
      queue.isSettled = true
      queue.result = nil
      return queue.isStepping
    }
    if !isStepping { work.withLock { $0 = nil } }
  }

  /// Hands pieces over, which follow those that were handed over before.
  func add(_ pieces: [RowPiece]) {
    guard !pieces.isEmpty else { return }
    queue.withLock { queue in
      queue.pieces.removeFirst(queue.next)
      queue.next = 0
      queue.pieces += pieces
      queue.isSettled = false
    }
  }

  /// How many pieces have not been looked at yet.
  var waitingCount: Int { queue.withLock { $0.pieces.count - $0.next } }

  /// Nothing is done, nothing waits to be, and what it came to has been taken.
  var isIdle: Bool { queue.withLock { !$0.hasWork && !$0.isStepping && $0.result == nil } }

  /// The newest result, once.
  func take() -> Work.Result? {
    queue.withLock { queue in
      defer { queue.result = nil }
      return queue.result
    }
  }
}

// MARK: - Beside the loop

extension PieceSearch {
  package func step() -> BackgroundStep {
    let order = queue.withLock { queue -> (fresh: Work?, piece: RowPiece?, number: Int)? in
      // One at a time: who makes a step now goes on after it.
      guard queue.hasWork, !queue.isStepping else { return nil }
      let fresh = queue.fresh
      queue.fresh = nil
      var piece: RowPiece?
      if queue.next < queue.pieces.count {
        piece = queue.pieces[queue.next]
        queue.next += 1
      } else {
        queue.isSettled = true
      }
      queue.isStepping = true
      return (fresh, piece, number.value.load(ordering: .sequentiallyConsistent))
    }
    guard let order else { return BackgroundStep(hasMore: false, hasNews: false) }
    return work.withLock { work in
      if let fresh = order.fresh { work = fresh }
      // Asked at every row: it captures nothing generic, which would be looked up each time.
      let isCancelled = { [number, stepNumber = order.number] in
        number.value.load(ordering: .relaxed) != stepNumber
      }
      if let piece = order.piece {
        work?.search(piece, isCancelled: isCancelled)
      } else {
        work?.settle(isCancelled: isCancelled)
      }
      return publish(&work, of: order.number)
    }
  }

  /// Leaves the result for the loop, unless one is there still that is not the last.
  private func publish(_ work: inout Work?, of number: Int) -> BackgroundStep {
    queue.withLock { queue in
      queue.isStepping = false
      guard number == self.number.value.load(ordering: .sequentiallyConsistent) else {
        work = nil
        return BackgroundStep(hasMore: queue.hasWork, hasNews: false)
      }
      let isFirst = queue.result == nil
      if isFirst || !queue.hasWork { queue.result = work?.result }
      // The loop hands more over when it takes a result.
      return BackgroundStep(hasMore: queue.hasWork, hasNews: isFirst || !queue.hasWork)
    }
  }
}
