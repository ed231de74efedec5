import HostContent
import HostPlugins
import HostSurface
import PluginSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

/// What a child in a worker finds of the host and may ask of it: the worker says so itself, as the
/// host would, and passes on the rest.
@Suite final class `What a child in a worker asks of the host` {
  private let host = PluginHost(path: "")
  private lazy var worker = RunWorker(for: host)
  private lazy var services = WorkerChildHost(
    ChildOrder(
      child: 7, id: "com.example.child", options: ChildOptionValues([]),
      states: ["content", "empty"]), in: worker)

  /// What the host says that the plugin may do; nothing is refused where nothing is about that.
  private var policy = RequestPolicy(isBundled: true)

  /// The host says that there are so many rows; nil: no content.
  private func become(rows: UInt64?, _ change: (inout HostState) -> Void = { _ in }) throws {
    var facts = HostState()
    facts.host.content = rows.map { count in
      var content = ContentFacts()
      content.rows = count
      return content
    }
    facts.host.policy = policy
    change(&facts)
    try worker.follow(ReceivedMessage(.facts(facts), with: nil))
  }

  /// What it asks for while something is done.
  private func wishes(_ body: () throws -> Void) rethrows -> [ChildRequest] {
    host.told = []
    try body()
    return host.told.compactMap { message in
      if case .request(7, _, _, let request) = message { request } else { nil }
    }
  }

  @Test func `is a drawing, once until it is drawn, and not before it was drawn first`() {
    #expect(wishes { _ = services.does(.draw) } == [])
    services.isDrawAsked = false
    #expect(wishes { for _ in 0..<2 { _ = services.does(.draw) } } == [.draw])
  }

  @Test func `goes with the call that it is asked in`() {
    services.ticket = 5
    for call in [CallReason.input, .change, .carriedChange, .creation, .other] {
      #expect(services.does(.action(.bell), during: call))
    }
    #expect(
      host.told
        == [.input(5), .change, .change, .other, .other].map {
          .request(child: 7, during: $0, .action(.bell))
        })
  }

  @Test func `names the content whose rows it means`() throws {
    try become(rows: 3) { $0.host.content?.generation = 4 }
    host.told = []
    _ = services.does(.select(row: 1))
    _ = services.does(.mark(row: 0, count: 2, isMarked: true))
    _ = services.does(.action(.acceptRow(2)))
    _ = services.does(.action(.reload))
    let generations = host.told.map { message -> UInt64? in
      if case .request(7, _, let generation, _) = message { generation } else { nil }
    }
    #expect(generations == [4, 4, 4, nil])
  }

  private static let filter = RowFilter([0x61])
  private static let message = ChildMessage(to: "", subject: "k", body: [0x61])
  /// A request, with so many rows or no content, and whether it is passed on; there is no view.
  private static let requests: [(rows: UInt64?, ChildRequest, isPassedOn: Bool)] = [
    (nil, .state("empty", animated: false), true), (nil, .state("nowhere", animated: true), false),
    (3, .action(.acceptRow(2)), true), (3, .action(.acceptRow(3)), false),
    (3, .action(.acceptRow(.max)), false), (nil, .action(.acceptRow(0)), false),
    (3, .action(.acceptRows([0, 2])), true), (3, .action(.acceptRows([0, 3])), false),
    (nil, .action(.acceptRows([])), false), (3, .action(.acceptText([0x61], exitStatus: 1)), true),
    (3, .action(.reload), true), (nil, .action(.reload), false), (3, .action(.quit), true),
    (nil, .action(.quit), true), (3, .select(row: 2), true), (3, .select(row: 3), false),
    (nil, .select(row: 0), false), (3, .mark(row: 1, count: 2, isMarked: true), true),
    (3, .mark(row: 3, count: 0, isMarked: false), true),
    (3, .mark(row: 2, count: 2, isMarked: true), false),
    (3, .mark(row: 4, count: 0, isMarked: false), false),
    (nil, .mark(row: 0, count: 1, isMarked: true), false), (3, .anchor(.end), true),
    (3, .show(ViewRequest(filter: filter)), false), (3, .endFind, false),
    (3, .find(filter, fromPlace: nil, isBackward: false), false),
    (nil, .timer(afterNanoseconds: nil), true), (nil, .takeText(true), true),
    (nil, .dock(nil), true), (nil, .message(message), true),
  ]

  @Test(arguments: requests.indices)
  func `is passed on where it is about what there is`(index: Int) throws {
    let (rows, request, isPassedOn) = Self.requests[index]
    try become(rows: rows)
    let wishes = wishes { #expect(services.does(request) == isPassedOn) }
    #expect(wishes == (isPassedOn ? [request] : []))
    #expect(services.viewFacts == nil && services.place(of: 0) == nil)
    #expect((services.facts.content == nil) == (rows == nil))
  }

  @Test func `is to be in front while it has the keys, which it is when the host says so`() throws {
    try become(rows: nil) { facts in
      facts.front = 7
      facts.host.focus.count = 3
    }
    #expect(services.facts.focus.isInFront && services.facts.focus.count == 3)
    var isAsked = true
    #expect(wishes { isAsked = services.does(.front) } == [] && !isAsked)
    services.takesKeys = true
    #expect(wishes { isAsked = services.does(.front) } == [.front] && isAsked)
    try become(rows: nil) { $0.front = 8 }
    #expect(!services.facts.focus.isInFront)
  }

  @Test func `is a program where that is granted, a few at a time, until each has ended`() throws {
    try become(rows: 0)
    let program = try ChildProgram([Array("ls".utf8)])
    let ofRows = try ChildProgram([Array("ls".utf8)], rowUse: .arguments)
    func start(_ program: ChildProgram, as number: UInt64, of services: WorkerChildHost) throws {
      try services.perform(.run(program, number: number), during: .other)
    }
    #expect(throws: Refusal.notGranted("run=ls", id: "com.example.child")) {
      try start(program, as: 1, of: services)
    }
    policy = RequestPolicy(isBundled: true, grants: GrantedNeeds(.run))
    try become(rows: 0)
    #expect(throws: Refusal.noRows) { try start(ofRows, as: 1, of: services) }
    let limit = UInt64(ChildProgram.runningLimit)
    let wishes = try wishes {
      for number in 1...limit { try start(program, as: number, of: services) }
      #expect(throws: Refusal.tooManyPrograms) { try start(program, as: 9, of: services) }
      #expect(!services.does(.cancel(number: 9)) && services.does(.cancel(number: 1)))
      services.programEnded(1)
      #expect(!services.does(.cancel(number: 1)))
      try start(program, as: 9, of: services)
    }
    #expect(
      wishes == (1...limit).map { .run(program, number: $0) } + [
        .cancel(number: 1), .run(program, number: 9),
      ])
    try become(rows: 1)
    services.programEnded(9)
    #expect(throws: Never.self) { try start(ofRows, as: 10, of: services) }
  }

  @Test func `is answered with what the host said last`() throws {
    try become(rows: 2) { facts in
      facts.host.nowNanoseconds = 5
      facts.host.theme[.error] = .indexed(3)
      facts.host.terminal.columns = 33
      facts.host.situation.current = "empty"
      facts.view = ViewFacts()
    }
    #expect(services.facts.nowNanoseconds == 5 && services.facts.content?.rows == 2)
    #expect(services.facts.terminal.columns == 33 && services.facts.situation.current == "empty")
    #expect(services.facts.theme[.error] == .indexed(3))
    #expect(services.facts.theme[.border] == .default)
    #expect(wishes { _ = services.does(.endFind) } == [.endFind])
  }

  @Test func `needs no input where the user has named the child`() throws {
    policy = RequestPolicy()
    for isNamed in [false, true] {
      let services = WorkerChildHost(
        ChildOrder(
          child: 7, id: "com.example.child", options: ChildOptionValues([]), states: [],
          isNamed: isNamed), in: worker)
      try become(rows: 3)
      #expect(services.does(.select(row: 1)) == isNamed && !services.does(.quit))
    }
  }

  @Test func `is its place, which is sent after the call`() throws {
    try become(rows: nil)
    let wishes = wishes { #expect(services.does(.refreshPlace)) }
    #expect(wishes == [] && services.isPlaceAsked)
  }

  @Test func `makes what the worker knows outdated, as far as it may change that`() throws {
    let filter = Self.filter
    let cases: [(ChildRequest, isFiltered: Bool, knowsSelection: Bool, knowsView: Bool)] = [
      (.draw, false, true, true), (.action(.bell), false, true, true),
      (.select(row: 1), false, true, true), (.select(row: 1), true, false, true),
      (.anchor(.end), false, false, true),
      (.mark(row: 0, count: 1, isMarked: true), false, false, true),
      (.show(ViewRequest(filter: filter)), false, false, false),
      (.find(filter, fromPlace: nil, isBackward: false), false, false, false),
      (.endFind, false, false, false),
    ]
    for (request, isFiltered, knowsSelection, knowsView) in cases {
      try become(rows: 3) {
        $0.view = ViewFacts()
        $0.view?.isContent = !isFiltered
      }
      #expect(services.does(request))
      #expect((worker.selection.settled != nil) == knowsSelection, "\(request)")
      #expect(worker.view.isStale != knowsView, "\(request)")
    }
  }

  @Test func `is answered at once as the host will decide`() throws {
    policy = RequestPolicy()
    try become(rows: 3)
    func asked(_ request: ChildRequest, during call: CallReason = .other) -> Refusal? {
      do throws(Refusal) {
        try services.perform(request, during: call)
        return nil
      } catch {
        return error
      }
    }
    for request in [ChildRequest.select(row: 1), .action(.quit)] {
      var refusal: Refusal?
      #expect(wishes { refusal = asked(request) } == [] && refusal == .unasked)
    }
    #expect(asked(.state("nowhere", animated: true)) == .unknownState("nowhere"))
    services.note(.inputBegan(.any))
    #expect(asked(.select(row: 1), during: .input) == nil)
    #expect(asked(.action(.reload), during: .input) == nil)
    #expect(asked(.action(.quit), during: .input) == .spent)
    services.note(.inputEnded(isUsed: false))
    #expect(asked(.select(row: 1)) == .unasked)
    services.note(.inputBegan(.any))
    services.note(.inputEnded(isUsed: true))
    #expect(asked(.select(row: 1)) == nil && asked(.action(.quit)) == nil)
    #expect(asked(.action(.quit)) == .spent)
    // What the host says counts.
    try become(rows: 3)
    #expect(asked(.action(.quit)) == .unasked)
    try become(rows: 3) { $0.host.policy.operations.view = true }
    #expect(asked(.select(row: 1), during: .change) == nil)
    #expect(asked(.select(row: 1)) == .unasked)
    for isPick in [false, true] {
      try become(rows: 3) { $0.host.situation.isPick = isPick }
      let refusal = asked(.action(.acceptText([0x61], exitStatus: 0)))
      #expect(refusal != nil && (refusal == .unasked) != isPick, "a pick needs a grant")
    }
  }
}
