import HostSystem
import Synchronization
import TestSupport
import Testing

@testable import HostContent

/// Each "other thread" is a step that is made while another one searches its slice.
@Suite struct `A search of slices apart from each other` {
  /// Records the first rows of the slices, in the order in which they were added.
  private struct Rows: SearchJob {
    static let threadLimit = 2
    let searchApart: ApartSearch<Int>?
    private(set) var result: [Int] = []

    /// Called while the result is completed.
    var settling: (@Sendable () -> Void)?

    init(_ search: @escaping @Sendable (_ row: Int) -> Void) {
      searchApart = { slice, _, _ in
        search(slice.rows.lowerBound)
        return slice.rows.lowerBound
      }
    }

    mutating func add(_ part: Int, of slice: RowSlice) { result.append(part) }
    mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {}
    mutating func settle(isCancelled: () -> Bool) {
      result.append(-1)
      settling?()
      settling = nil
    }
  }

  private let search = BackgroundSearch<Rows>()

  private func slices(_ rows: Range<Int>) -> [RowSlice] {
    rows.map { RowSlice(bytes: .none, rows: $0..<$0 + 1, wanted: $0..<$0 + 1) }
  }

  @Test func `adds what is found in the order of the slices, whichever is searched first`() {
    search.begin(
      Rows { [search] row in
        guard row == 0 else { return }
        // Another thread searches three slices in the meantime; nothing is left for it then.
        for _ in 1...3 { #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false)) }
        #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
        #expect(search.waitingCount == 4 && !search.isIdle && search.take() == nil)
      })
    search.add(slices(0..<4))
    #expect(search.waitingCount == 4)
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: true))
    #expect(search.take() == [0])
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: true))
    #expect(!search.isIdle)
    #expect(search.take() == [0, 1, 2, 3, -1] && search.isIdle)
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
  }

  @Test func `goes on with slices that come after it has settled`() {
    search.begin(Rows { _ in })
    for rows in [0..<2, 2..<5] {
      search.add(slices(rows))
      while search.step().hasMore {}
    }
    #expect(search.take() == [0, 1, -1, 2, 3, 4, -1] && search.isIdle)
  }

  @Test func `adds what another thread finds while the result is completed`() {
    var rows = Rows { _ in }
    rows.settling = { [search] in
      search.add([RowSlice(bytes: .none, rows: 5..<6, wanted: 5..<6)])
      #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
      #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
    }
    search.begin(rows)
    search.add(slices(0..<2))
    while search.step().hasMore {}
    #expect(search.take() == [0, 1, -1, 5, -1] && search.isIdle)
  }

  @Test func `that is replaced during a step adds nothing to the next one`() {
    search.begin(
      Rows { [search] _ in
        search.begin(Rows { _ in })
        search.add([RowSlice(bytes: .none, rows: 7..<8, wanted: 7..<8)])
      })
    search.add(slices(0..<2))
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
    while search.step().hasMore {}
    #expect(search.take() == [7, -1])
    search.begin(Rows { [search] _ in search.cancel() })
    search.add(slices(0..<2))
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
    #expect(search.isIdle && search.take() == nil && search.waitingCount == 0)
  }

  @Test(arguments: [RowFilter.Kind.text, .fuzzy, .query, .expression], [false, true])
  func `has the same rows in the same order by threads as by steps`(
    kind: RowFilter.Kind, isRanked: Bool
  ) throws {
    let rows = stored(
      (0..<60_000).flatMap { Array("part-\($0 % 97)/file-\($0 * 7919 % 60_000).swift\n".utf8) },
      slices: [])
    var content = Content(title: "", rows: .kept(rows))
    content.generation = 1
    let request = ViewRequest(
      filter: RowFilter(Array("77".utf8), kind: kind),
      sort: isRanked ? RowSort(by: .score) : nil)
    func found(_ view: View) -> [Int] { (0..<view.count).compactMap { view.row(at: $0) } }
    let stepped = SteppedWorld()
    let expected = View(in: stepped)
    _ = try expected.show(request, of: content)
    while !expected.isComplete { for token in stepped.step() { _ = expected.take(token) } }
    #expect(expected.count > 1000)
    for _ in 1...3 {
      let poller = try Poller()
      let view = View(in: ThreadWorld(poller))
      _ = try view.show(request, of: content)
      var ready: [Ready] = []
      while !view.isComplete {
        try poller.wait(timeoutNanoseconds: 20_000_000_000, into: &ready)
        guard !ready.isEmpty else { break }
        for port in ready { _ = view.take(port.token) }
      }
      #expect(view.isComplete && found(view) == found(expected))
      view.close()
    }
  }
}
