internal import HostSystem

/// The answers that a worker owes, in the order in which it was asked: it answers the eldest first.
struct OwedAnswers: Equatable, Sendable {
  /// What is asked of it.
  enum Kind {
    case create, input, draw, save, rest
  }

  /// One of them.
  struct Debt: Equatable, Sendable {
    let kind: Kind
    /// The number of the child that owes it; 0: the worker itself.
    let child: UInt32
    /// Of an input; else 0.
    let ticket: UInt32
    /// When it was asked, or had answered all before.
    fileprivate(set) var sinceNanoseconds: Int64
  }

  private var debts: [Debt] = []

  var isEmpty: Bool { debts.isEmpty }
  /// The one that is to come next.
  var eldest: Debt? { debts.first }
  /// It was asked whether it rests.
  var hasRest: Bool { debts.contains { $0.kind == .rest } }

  /// It was asked.
  mutating func add(_ kind: Kind, of child: UInt32, ticket: UInt32, at now: Int64) {
    debts.append(Debt(kind: kind, child: child, ticket: ticket, sinceNanoseconds: now))
  }

  /// It has answered.
  ///
  /// - Returns: how many nanoseconds it has taken, since it was asked and had answered all before.
  /// - Throws: that this was not to come next.
  mutating func settle(
    _ kind: Kind, of child: UInt32, ticket: UInt32, at now: Int64
  ) throws(ByteReader.Malformed) -> Int64 {
    guard let debt = debts.first, debt.kind == kind, debt.child == child, debt.ticket == ticket
    else { throw .init() }
    debts.removeFirst()
    if !debts.isEmpty { debts[0].sinceNanoseconds = max(debts[0].sinceNanoseconds, now) }
    return now - debt.sinceNanoseconds
  }

  /// It has as long as ever for all of them.
  mutating func waitAnew(at now: Int64) {
    for index in debts.indices { debts[index].sinceNanoseconds = now }
  }
}
