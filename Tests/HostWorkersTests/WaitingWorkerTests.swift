import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A worker that waits for an answer` {
  @Test func `does afterwards what it was told meanwhile`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.draw = "char text[8]; host->content_cell(host, 0, 0, text, sizeof text);"
    let file = try PluginFile(checking: plugin.compile(into: folder))
    let room = try BlockingWorkerWorld(program: BuiltProducts.executable)
    let port = try room.startWorker()
    defer { _ = port.end() }
    func tell(_ message: HostMessage) { _ = port.send(message.bytes) }
    tell(.order(.run, [], mayLack: .all))
    let load = HostMessage.load(path: file.path)
    let handed = try file.handedOver()
    _ = port.send(load.bytes, with: handed)
    tell(
      .create(
        ChildOrder(
          child: 1, id: plugin.id, options: ChildOptionValues(nil), states: [], saved: nil)))
    var facts = HostState()
    facts.host.content = ContentFacts()
    facts.host.content?.rows = 1
    facts.host.content?.columns = 1
    tell(.facts(facts))
    tell(.news(child: 1, .willAppear(animated: false)))
    tell(.draw(child: 1, columns: 9, rows: 1))
    var said: [String] = []
    let limit = room.nowNanoseconds + 20_000_000_000
    var ready: [Ready] = []
    while said.last != "rests", room.nowNanoseconds < limit {
      switch port.receive() {
      case .nothing: try room.wait(untilNanoseconds: limit, into: &ready)
      case .message(let bytes):
        switch try WorkerMessage(bytes[...]) {
        case .question(let question):
          tell(.save(child: 1))
          tell(.idle)
          tell(.answer(ContentAnswer(to: question, from: NoServices()).bytes))
        case .drawn: said.append("drawn")
        case .saved: said.append("saved")
        case .idle: said.append("rests")
        default: break
        }
      case .end, .malformed: said.append("rests")
      }
    }
    #expect(said == ["drawn", "saved", "rests"])
  }
}
