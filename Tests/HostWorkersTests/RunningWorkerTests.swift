import HostSystem
import PluginSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A worker that owes answers` {
  private let port = SayingPort()
  private static let millisecond: Int64 = 1_000_000

  /// Which has said that its sandbox stands.
  private func opened() throws -> RunningWorker {
    let worker = try RunningWorker(
      in: port, reading: [], granted: [], within: WorkerDeadlines(), at: 0)
    port.says.append(WorkerMessage.opened(lacking: []).bytes)
    worker.take(at: 0)
    return worker
  }

  @Test func `has its time for each of them from when it has given the one before`() throws {
    let worker = try opened()
    for child in [1, 2] as [UInt32] { worker.ask(.save(child: child), .save, of: child) }
    let second = 1_000 * Self.millisecond
    #expect(worker.nextDeadline == second)
    port.says.append(WorkerMessage.saved(child: 1, nil).bytes)
    worker.take(at: 200 * Self.millisecond)
    #expect(worker.failure == nil && !worker.owesNothing)
    worker.timeIs(449 * Self.millisecond)
    #expect(!worker.isLate)
    worker.timeIs(450 * Self.millisecond)
    #expect(worker.isLate)
  }

  @Test func `has as long as ever for what it owes when time went on without it`() throws {
    let worker = try opened()
    worker.ask(.save(child: 1), .save, of: 1)
    worker.timeIs(10_000 * Self.millisecond)
    #expect(worker.isLate)
    worker.waitAnew()
    worker.judgeLateness()
    #expect(!worker.isLate && !worker.hasEnded)
  }

  @Test func `asks for an action while its child is on screen alone, whatever it says`() throws {
    let services = NoServices()
    let worker = try opened()
    let child = WorkerChild(
      ChildType(id: "com.example.a"), of: "/a.so", number: 1, granted: [], saved: nil,
      services: services, in: worker)
    child.take(.action(.reload), 0)
    child.tell(.willAppear(animated: false))
    child.take(.action(.quit), 0)
    child.tell(.didDisappear(animated: false))
    child.take(.action(.reload), 0)
    #expect(services.actions == [.quit])
  }
}

/// A worker that says what a test has it say.
private final class SayingPort: WorkerPort, WorkerWorld {
  var says: [[UInt8]] = []
  let token = PortToken(rawValue: 1)
  let outputToken = PortToken(rawValue: 2)
  let processNumber: Int32 = 0
  let processorNanoseconds: Int64 = 0
  let isJammed = false

  func startWorker() throws(SystemError) -> any WorkerPort { self }
  func send(_ message: [UInt8]) -> Delivery { .complete }
  func send(_ message: [UInt8], with file: borrowing Descriptor) -> Delivery { .complete }
  func flush() -> Delivery { .complete }
  func receive() -> WorkerArrival { says.isEmpty ? .nothing : .message(says.removeFirst()) }
  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool { false }
  func end() -> WorkerEnding { .killed(signal: 9) }
}
