import ChildPluginAPI
import Glibc
import Testing

/// What holds for every bundled child, through its library.
private let children: [(plugin: BundledPlugin, id: String, states: [String])] = [
  (.loading, "org.statehost.loading", ["loading 10"]),
  (.list, "org.statehost.list", ["loading 0", "content 0"]),
  (.error, "org.statehost.error", ["error 0"]), (.error, "org.statehost.empty", ["empty 0"]),
]

@Suite(.serialized) struct BundledPlugins {
  @Test(arguments: BundledPlugin.allCases)
  func `a library starts, and exports nothing but its entry`(plugin: BundledPlugin) throws {
    let table = unsafe try plugin.table()
    var reason = unsafe childplugin_text_t()
    let path = try plugin.path
    #expect(unsafe withText(path) { unsafe table.pointee.`init`($0, &reason) })
    #expect(unsafe try dlsym(plugin.library(), "childplugin_entry") != nil)
    #expect(unsafe try dlsym(plugin.library(), "$s14ChildPluginKit10TextBufferVMn") == nil)
  }

  @Test(arguments: children)
  func `a descriptor has its id and places`(
    plugin: BundledPlugin, id: String, states: [String]
  ) throws {
    let table = unsafe try plugin.table()
    let descriptors = unsafe (0..<table.pointee.descriptor_count()).compactMap { index in
      unsafe table.pointee.descriptor(index)
    }
    let found = unsafe descriptors.first { unsafe $0.pointee.id.fakeString == id }
    let descriptor = try unsafe #require(unsafe found).pointee
    let places = unsafe UnsafeBufferPointer(
      start: descriptor.places, count: Int(descriptor.place_count))
    #expect(unsafe places.map { unsafe "\($0.state.fakeString) \($0.place)" } == states)
    #expect(unsafe (descriptor.flags != 0) == (id != "org.statehost.loading"))
  }

  @Test(arguments: children)
  func `any size, a content of nothing and a host that refuses do no harm`(
    plugin: BundledPlugin, id: String, states: [String]
  ) throws {
    let host = FakeHost()
    host.performs = false
    let child = try plugin.child(id, on: host)
    child.appear()
    var extremes = FakeContent()
    extremes.flags = .max
    extremes.errorKind = .max
    extremes.rows = .max
    extremes.columns = [
      .init(name: "", width: Int(Int32.min)), .init(name: "x", width: Int(Int32.max)),
    ]
    for content in [nil, FakeContent(), extremes] {
      host.content = content
      for (columns, rows) in [(0, 0), (1, 1), (1, 500), (500, 1), (2, 2), (300, 100)] {
        #expect(child.screen(columns, rows).count == rows)
        #expect(child.screen(columns, rows) == child.screen(columns, rows))
      }
    }
  }

  @Test(arguments: children)
  func `an older host with fewer functions is enough to draw`(
    plugin: BundledPlugin, id: String, states: [String]
  ) throws {
    for size in stride(from: 24, through: unsafe MemoryLayout<childplugin_host_t>.size, by: 4) {
      let host = FakeHost(size: size)
      host.content = FakeContent(["a"])
      let child = try plugin.child(id, on: host)
      child.appear()
      #expect(child.screen(40, 8).count == 8)
      child.disappear()
    }
  }

  @Test func `memory does not grow over thousands of children`() async {
    await #expect(processExitsWith: .success) {
      for (plugin, id, _) in children {
        let table = unsafe try plugin.table()
        for _ in 0..<200 { unsafe try cycle(table, id) }
        // The system counts pages in batches, so one round may show what came before it. `validate`
        // finds a leak of less than 64 bytes a child.
        var growth = Int.max
        for _ in 0..<3 where growth >= 16 {
          let before = try ownPages()
          for _ in 0..<1_000 { unsafe try cycle(table, id) }
          growth = min(growth, try ownPages() - before)
        }
        guard growth < 16 else { fatalError("\(id): grew by \(growth) pages") }
      }
    }
  }
}

/// Makes a child, shows it and ends it.
private func cycle(_ table: UnsafePointer<childplugin_plugin_t>, _ id: String) throws {
  let host = FakeHost()
  host.content = FakeContent(["a", "b"])
  let child = try unsafe TestChild(table, id: id, host: host)
  child.appear()
  _ = child.canvas(20, 5)
  child.disappear()
}

/// The pages of memory that this process has in use and that are not those of a file: pages of
/// libraries come and go as the system likes.
private func ownPages() throws -> Int {
  let file = unsafe fopen("/proc/self/statm", "r")
  defer { if let file = unsafe file { unsafe fclose(file) } }
  var line = [CChar](repeating: 0, count: 256)
  let read = unsafe fgets(&line, 256, file)
  _ = try unsafe #require(unsafe read)
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let numbers = text.split(separator: " ").compactMap { Int($0) }
  try #require(numbers.count > 2)
  return numbers[1] - numbers[2]
}
