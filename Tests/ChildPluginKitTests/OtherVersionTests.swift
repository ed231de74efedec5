import ChildPluginAPI
import TestSupport
import Testing

@testable import ChildPluginKit

extension KitTests {
  /// What a plugin made with the kit does in a host of another version.
  ///
  /// Every struct stands at the end of a page: a byte read or written beyond its size is a crash.
  @Suite struct `In a host of another version, a plugin` {
    @Test(arguments: BundledPlugin.allCases, [(2, 0), (0, 9), (1, 7), (UInt32.max, UInt32.max)])
    func `the entry tells any host the same version`(
      plugin: BundledPlugin, host: (UInt32, UInt32)
    ) throws {
      let table = try unsafe plugin.table(forMajor: host.0, minor: host.1)
      #expect(try unsafe table == plugin.table())
      #expect(unsafe Int32(table.pointee.abi_major) == CHILDPLUGIN_ABI_MAJOR)
      #expect(unsafe Int32(table.pointee.abi_minor) == CHILDPLUGIN_ABI_MINOR)
      #expect(unsafe table.pointee.size == 72)
    }

    @Test func `a host that ends before a function is without it, at any byte`() throws {
      let whole = unsafe MemoryLayout<childplugin_host_t>.size
      let ends: [Int] = try unsafe [
        #require(MemoryLayout<childplugin_host_t>.offset(of: \.log)) + 8,
        #require(MemoryLayout<childplugin_host_t>.offset(of: \.now)) + 8,
        #require(MemoryLayout<childplugin_host_t>.offset(of: \.option)) + 8,
        #require(MemoryLayout<childplugin_host_t>.offset(of: \.content)) + 8,
      ]
      for size in 16...whole where size % 4 == 0 {
        let host = FakeHost(size: size)
        host.now = 9
        host.content = FakeContent(["a"])
        let (child, probe) = try probe(on: host)
        _ = child.screen(6, 3)
        probe.host.log("a line")
        #expect(host.logs == (size >= ends[0] ? ["a line"] : []), "\(size)")
        #expect(probe.host.nowNanoseconds == (size >= ends[1] ? 9 : 0), "\(size)")
        host.options = ["a": "b"]
        #expect(probe.host.option("a") == (size >= ends[2] ? "b" : nil), "\(size)")
        #expect((probe.host.content == nil) == (size < ends[3]), "\(size)")
        var buffer = TextBuffer()
        probe.host.content?.read(row: 0, into: &buffer, limit: 9)
        probe.host.invalidate()
        probe.host.waker.wake()
        _ = (probe.host.name, probe.host.version, probe.host.terminal, probe.host.columns(of: "a"))
        _ = (probe.host.themeColour(of: .text), probe.host.wake(after: .zero))
        _ = (probe.host.request(state: "a"), probe.host.perform(.quit))
      }
    }

    @Test func `a newer host has more than the kit looks at`() throws {
      let host = FakeHost(size: unsafe MemoryLayout<childplugin_host_t>.size + 64)
      let (child, probe) = try probe(on: host)
      probe.host.log("a line")
      #expect(host.logs == ["a line"])
      let canvas = FakeCanvas(columns: 6, rows: 3)
      unsafe canvas.draw(
        child.table, timeNanoseconds: 5, size: unsafe MemoryLayout<childplugin_canvas_t>.size + 32)
      #expect(probe.heard.first == "draw 6×3 at 5")
    }

    @Test func `a canvas of any size is drawn on as far as it goes`() throws {
      for size in stride(from: 4, through: unsafe MemoryLayout<childplugin_canvas_t>.size, by: 4) {
        let (child, probe) = try probe()
        let canvas = FakeCanvas(columns: 6, rows: 3)
        unsafe canvas.draw(child.table, timeNanoseconds: 5, size: size)
        #expect(
          probe.heard.first
            == "draw \(size >= 24 ? 6 : 0)×\(size >= 24 ? 3 : 0) at \(size >= 32 ? 5 : 0)")
        #expect((canvas.screen[0] != "") == (size >= 40), "\(size)")
        #expect((canvas.screen[2] != "") == (size >= 48), "\(size)")
        #expect((canvas.cursor != nil) == (size >= 56), "\(size)")
      }
    }

    @Test func `a timing is filled in as far as it goes`() throws {
      let (child, probe) = try probe()
      probe.wantedTiming = Timing(
        delay: .nanoseconds(1), duration: .nanoseconds(2), curve: .linear, effect: .slideUp)
      for size in stride(from: 4, through: 48, by: 4) {
        let timing = GuardedMemory(count: size, filling: 0xAA)
        unsafe timing.start.storeBytes(of: UInt32(size), as: UInt32.self)
        unsafe child.table.pointee.timing(
          child.table, true, timing.start.assumingMemoryBound(to: childplugin_timing_t.self))
        let known = size < 32 ? size / 8 * 8 : 32
        let words: [UInt32] = [UInt32(size), 0, 2, 0xAAAA_AAAA, 1, 0, 2, 0]
        let expected = words.flatMap { word in
          (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        let untouched = [UInt8](repeating: 0xAA, count: max(0, size - max(4, known)))
        #expect(timing.bytes == Array(expected[..<max(4, known)]) + untouched, "\(size)")
      }
    }

    @Test func `keys, the mouse, insets and help of any size do no harm`() throws {
      let (child, probe) = try probe()
      let input = try unsafe table(child, CHILDPLUGIN_EXTENSION_INPUT, childplugin_input_t.self)
      let layout = try unsafe table(child, CHILDPLUGIN_EXTENSION_LAYOUT, childplugin_layout_t.self)
      let help = try unsafe table(
        child, CHILDPLUGIN_EXTENSION_KEY_HELP, childplugin_key_help_t.self)
      for size in stride(from: 4, through: 56, by: 4) {
        let memory = GuardedMemory(count: size)
        func sized<Struct>(_ type: Struct.Type) -> UnsafeMutablePointer<Struct> {
          unsafe memory.start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
          unsafe memory.start.storeBytes(of: UInt32(size), as: UInt32.self)
          return unsafe memory.start.assumingMemoryBound(to: type)
        }
        _ = unsafe input.pointee.key(child.table, sized(childplugin_key_t.self))
        _ = unsafe input.pointee.mouse(child.table, sized(childplugin_mouse_t.self))
        let insets = unsafe sized(childplugin_insets_t.self)
        unsafe layout.pointee.insets(child.table, insets)
        if size >= 8 { #expect(unsafe memory.start.load(fromByteOffset: 4, as: Int32.self) == 1) }
        _ = unsafe help.pointee.item(child.table, 0, sized(childplugin_key_help_item_t.self))
        #expect(unsafe memory.start.load(as: UInt32.self) == size)
      }
      #expect(probe.heard.count == 14)
    }

    private func table<Table>(
      _ child: TestChild, _ id: String, _ type: Table.Type
    ) throws -> UnsafePointer<Table> {
      let address = unsafe child.getExtension(id)
      return try unsafe #require(unsafe address).assumingMemoryBound(to: type)
    }
  }
}
