import Foundation
import Glibc
import HostSurface
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

/// Both ends of the worker protocol, with random calls and random delays.
///
/// Both ends are correct, so nothing may fail: whatever is called when, no worker is killed, no
/// child that has ended comes back, and every reply arrives.
@Suite struct `The two ends of a link to a worker` {
  @Test func `agree whatever is called when`() throws {
    let folder = try ScratchFolder()
    var small = SmallPlugin()
    small.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    small.key = "if (key->code == 'u') { host->invalidate(host); return true; }"
    let path = try small.compile(into: folder)
    let plugin = try LoadedPlugin(
      from: OpenFile(try FileDescriptor(opening: path, flags: O_RDONLY)), at: path,
      for: HostIdentity(version: "1"))
    let isLong = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] != nil
    for seed in 0..<(isLong ? 20_000 : 1_000) as Range<UInt64> {
      let run = try ProtocolRun(seed: seed, loading: plugin, at: path)
      try run.play()
      #expect(run.faults.isEmpty, "seed \(seed): \(run.faults): \(run.steps)")
      if !run.faults.isEmpty, !isLong { return }
    }
  }
}

/// One worker with random calls of the stage's.
private final class ProtocolRun {
  private(set) var steps: [String] = []
  private(set) var faults: [String] = []

  private static let millisecond: Int64 = 1_000_000
  private static let id = "com.example.small"
  private static let stepCount = 60

  private var random: SeededGenerator
  private let link: LateLink
  private let worker: RunWorkerHandle
  private let file: PluginFile
  private let pool = CellPool()
  /// Of each child that was ordered, whether the stage still has it.
  private var children: [(child: RemoteChild, isKept: Bool)] = []

  init(seed: UInt64, loading plugin: LoadedPlugin, at path: String) throws {
    random = SeededGenerator(seed: seed)
    file = try PluginFile(checking: path)
    link = LateLink(loading: plugin)
    worker = try RunWorkerHandle(
      in: link, granted: WorkerGrants(reading: [], GrantedNeeds()), within: WorkerDeadlines(), at: 0
    )
    link.takeTime = { [unowned self] in time(for: $0) }
  }

  /// Mostly nothing; a drawing takes up to half a second now and then.
  private func time(for message: HostMessage) -> Int64 {
    let milliseconds: Int64
    switch (message, Int.random(in: 0..<10, using: &random)) {
    case (.draw, 0), (.input, 0): milliseconds = .random(in: 250...500, using: &random)
    case (.end, _): milliseconds = 0
    case (_, 0..<6): milliseconds = 0
    default: milliseconds = .random(in: 1...30, using: &random)
    }
    return milliseconds * Self.millisecond
  }

  func play() throws {
    for _ in 0..<Self.stepCount where faults.isEmpty {
      try call()
      try check()
    }
    // The last calls are the end of all children, while replies are on their way, and the worker's.
    for index in children.indices where children[index].isKept { destroy(index) }
    if random.next() % 2 == 0 { try wait(forMilliseconds: 4000) }
    if !worker.isUnused { faults.append("a child lives on that was destroyed") }
    steps.append("end")
    // It has a quarter of a second for what it was sent before.
    let isQuick = link.nextNanoseconds == nil
    worker.requestEnd()
    try wait(forMilliseconds: 1000)
    try check()
    if !worker.hasEnded { faults.append("the worker does not end") }
    if isQuick, link.isKilled { faults.append("a worker that ends in time is killed") }
    if case .destroy? = link.sent.last { faults.append("something is sent after the end") }
  }

  private func call() throws {
    let kept = children.indices.filter { children[$0].isKept }
    let index = kept.randomElement(using: &random)
    switch (Int.random(in: 0..<12, using: &random), index) {
    case (0, _) where kept.count < 3: try create()
    case (_, nil): try create()
    case (1...4, _): try wait(forMilliseconds: .random(in: 0...40, using: &random))
    case (5...6, .some(let index)): offer(index)
    case (7...8, .some(let index)): draw(index)
    case (9, .some(let index)):
      steps.append("save \(children[index].child.number)")
      children[index].child.requestSavedState()
    case (10, .some(let index)):
      destroy(index)
      // As a reload does.
      if random.next() % 2 == 0 { try create() }
    case (11, .some(let index)):
      let child = children[index].child
      steps.append("news for \(child.number)")
      child.send(.contentChanged)
    default: try wait(forMilliseconds: 1)
    }
  }

  private func create() throws {
    let number = UInt32(children.count + 1)
    let isRefused = random.next() % 3 == 0
    steps.append("create \(number)\(isRefused ? ", which is refused" : "")")
    let id = isRefused ? "com.example.absent" : Self.id
    let child = RemoteChild(
      ChildType(id: id), of: file.path, number: number, granted: [], saved: nil,
      services: NoServices(), in: worker)
    children.append((child, true))
    try worker.make(
      child,
      ChildOrder(child: number, id: id, options: ChildOptionValues([]), states: [], saved: nil),
      from: file)
    child.send(.willAppear(animated: false))
  }

  private func offer(_ index: Int) {
    let child = children[index].child
    // The stage offers one input at a time.
    guard child.inputAnswer != .later else {
      steps.append("withdraw from \(child.number)")
      return child.withdrawInput()
    }
    let isUsed = random.next() % 2 == 0
    steps.append("input of \(child.number)\(isUsed ? "" : ", which it does not use")")
    _ = child.offer(.key(ChildKey(code: isUsed ? 117 : 113, text: isUsed ? "u" : "q")))
  }

  private func draw(_ index: Int) {
    let child = children[index].child
    guard !child.isDrawing else { return }
    steps.append("draw \(child.number)")
    child.draw(into: Layer(columns: 20, rows: 2, pool: pool), timeNanoseconds: link.nowNanoseconds)
  }

  private func destroy(_ index: Int) {
    steps.append("destroy \(children[index].child.number)")
    children[index].isKept = false
    children[index].child.destroy()
  }

  /// Lets time go on, to each instant at which something is due.
  private func wait(forMilliseconds milliseconds: Int64) throws {
    steps.append("wait \(milliseconds)")
    let end = link.nowNanoseconds + milliseconds * Self.millisecond
    while true {
      worker.timeIs(link.nowNanoseconds)
      try link.work()
      worker.take(at: link.nowNanoseconds)
      worker.judgeLateness()
      let next = [link.nextNanoseconds, worker.nextDeadline].compactMap(\.self).min() ?? end
      guard link.nowNanoseconds < end else { return }
      link.nowNanoseconds = min(end, max(next, link.nowNanoseconds + Self.millisecond))
    }
  }

  private func check() throws {
    var events: [WorkerEvent] = []
    worker.takeEvents(into: &events)
    for event in events {
      guard case .ended(let child, let failure) = event else { continue }
      if failure.isOfPlugin { faults.append("child \(child.number) \(failure.what)") }
      if let index = children.firstIndex(where: { $0.child === child }) {
        children[index].isKept = false
      }
    }
    for (child, isKept) in children where !isKept && child.life != .ended {
      faults.append("child \(child.number) is \(child.life) after its end")
    }
    if let failure = worker.failure { faults.append("the worker \(failure.what)") }
  }
}
