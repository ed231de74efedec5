import ChildPluginAPI
import ChildPluginKit
import Testing

/// A source that delivers what it is given, so often as an option says.
enum ProbeSource: SourcePlugin {
  static let descriptor = SourceDescriptor(
    id: "org.example.probe-source", name: "Probe rows", needs: [.run],
    options: [.integer("count", 2, help: "how many rows")])

  static func read(_ reading: Reading) throws(SourceFailure) {
    guard let count = reading.integer("count") else {
      throw SourceFailure("no count", remedy: "give one")
    }
    reading.columns(["argument", "number"])
    reading.progress(0.5)
    for number in 0..<count where !reading.row([reading.argument, "\(number)"]) { return }
    _ = reading.bytes(Array("end\n".utf8).span)
    reading.log("done")
  }
}

/// What a host would take of a source: lines of text.
private final class Taken: @unchecked Sendable {
  static let all = Taken()
  var lines: [String] = []
  var count: Int64?

  static func texts(_ texts: UnsafePointer<childplugin_text_t>?, _ count: UInt32) -> String {
    let texts = unsafe UnsafeBufferPointer(start: texts, count: Int(count))
    return unsafe texts.map { unsafe $0.fakeString }.joined(separator: "|")
  }
}

@Suite(.serialized) struct SourcePluginTests {
  private func read(
    _ id: String = ProbeSource.descriptor.id, count: Int64?
  ) throws -> (isDone: Bool, lines: [String]) {
    Taken.all.lines = []
    Taken.all.count = count
    var reading = unsafe childplugin_reading_t()
    unsafe reading.size = UInt32(MemoryLayout<childplugin_reading_t>.size)
    unsafe reading.columns = {
      Taken.all.lines.append("columns " + (unsafe Taken.texts($1, $2)))
      return true
    }
    unsafe reading.row = {
      Taken.all.lines.append("row " + (unsafe Taken.texts($1, $2)))
      return Taken.all.lines.count < 5
    }
    unsafe reading.bytes = {
      Taken.all.lines.append("bytes " + (unsafe $1.fakeString))
      return true
    }
    unsafe reading.progress = { Taken.all.lines.append("progress \($1)") }
    unsafe reading.fail = {
      Taken.all.lines.append("fail " + (unsafe $1.fakeString) + "|" + (unsafe $2.fakeString))
    }
    unsafe reading.log = { Taken.all.lines.append("log \($1) " + (unsafe $2.fakeString)) }
    unsafe reading.integer = { _, name, value in
      guard unsafe name.fakeString == "count", let count = Taken.all.count else { return false }
      unsafe value?.pointee = count
      return true
    }
    let table = try unsafe #require(unsafe probePlugin())
    let isDone = unsafe withText("here") { argument in
      unsafe reading.argument = argument
      return unsafe withText(id) { unsafe table.pointee.read(&reading, $0) }
    }
    return (isDone, Taken.all.lines)
  }

  @Test func `a source is a descriptor of its own, and makes no child`() throws {
    let table = try unsafe #require(unsafe probePlugin())
    let descriptor = try unsafe #require(unsafe table.pointee.descriptor(2)).pointee
    #expect(unsafe descriptor.id.fakeString == ProbeSource.descriptor.id)
    #expect(unsafe descriptor.flags == CHILDPLUGIN_DESCRIPTOR_SOURCE)
    #expect(unsafe descriptor.need_count == 1 && descriptor.option_count == 1)
    let host = FakeHost()
    let id = ProbeSource.descriptor.id
    #expect(unsafe withText(id) { unsafe table.pointee.create(host.pointer, $0) } == nil)
  }

  @Test func `what it delivers goes to the host in its order`() throws {
    let (isDone, lines) = try read(count: 2)
    #expect(isDone)
    #expect(
      lines == [
        "columns argument|number", "progress 0.5", "row here|0", "row here|1", "bytes end\n",
        "log 1 done",
      ])
  }

  @Test func `it ends where nobody takes rows any more`() throws {
    let (isDone, lines) = try read(count: 1000)
    #expect(isDone && lines.last == "row here|2")
  }

  @Test func `what it throws is why it fails`() throws {
    let (isDone, lines) = try read(count: nil)
    #expect(!isDone && lines == ["fail no count|give one"])
  }

  @Test func `an id that is not its own is refused`() throws {
    let (isDone, lines) = try read("org.example.probe", count: 2)
    #expect(!isDone && lines.isEmpty)
  }
}
