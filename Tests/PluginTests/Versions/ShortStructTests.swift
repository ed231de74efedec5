import ChildPluginAPI
import HostSurface
import TestSupport
import Testing

@testable import HostPlugins

/// Structs of a plugin's that end sooner, or later, than the host's own: they stand at the end of a
/// page, so that one byte too far is a crash.
@Suite struct `A struct of another size` {
  @Test func `is read no farther than it is there`() {
    func readAll<each Struct: BitwiseCopyable>(_ types: repeat (each Struct).Type) {
      repeat read(each types)
    }
    unsafe readAll(
      childplugin_plugin_t.self, childplugin_descriptor_t.self, childplugin_place_t.self,
      childplugin_child_t.self, childplugin_style_t.self, childplugin_layout_t.self,
      childplugin_transition_t.self, childplugin_input_t.self, childplugin_content_observer_t.self,
      childplugin_wake_t.self, childplugin_saved_state_t.self, childplugin_key_help_t.self,
      childplugin_accessibility_t.self, childplugin_theme_observer_t.self)
  }

  /// Every size from the first that is one to some bytes more than this version has.
  private func read<Struct: BitwiseCopyable>(_ type: Struct.Type) {
    let whole = MemoryLayout<Struct>.size
    for size in 4...whole + 16 {
      let there = GuardedMemory(count: size, filling: 0x55)
      unsafe there.start.storeBytes(of: UInt32(size), as: UInt32.self)
      let copy = unsafe ForeignMemory.copySized(type, at: UnsafeRawPointer(there.start))
      guard let copy else {
        Issue.record("\(type) of \(size) bytes is not read")
        continue
      }
      let bytes = unsafe withUnsafeBytes(of: copy) { unsafe Array($0) }
      let whole = min(size, whole) / MemoryLayout<Struct>.alignment * MemoryLayout<Struct>.alignment
      #expect(Array(bytes[..<whole]) == Array(there.bytes[..<whole]), "\(type) of \(size) bytes")
      #expect(bytes[whole...].allSatisfy { $0 == 0 }, "\(type) of \(size) bytes")
    }
  }

  @Test func `is filled no farther than it is there`() {
    fill(childplugin_content_t.self)
    fill(childplugin_column_t.self)
    fill(childplugin_row_t.self)
    fill(childplugin_terminal_t.self)
  }

  private func fill<Struct: BitwiseCopyable>(_ type: Struct.Type) {
    let whole = MemoryLayout<Struct>.size
    let value = GuardedMemory(count: whole, filling: 0x77)
    for size in 4...whole + 16 {
      let room = GuardedMemory(count: size, filling: 0xAA)
      unsafe room.start.storeBytes(of: UInt32(size), as: UInt32.self)
      let isFilled = unsafe ForeignMemory.fill(room.start, with: value.start.load(as: type))
      #expect(isFilled)
      var expected = [UInt8](repeating: 0x77, count: min(size, whole))
      expected += [UInt8](repeating: 0, count: size - expected.count)
      unsafe withUnsafeBytes(of: UInt32(size)) { unsafe expected.replaceSubrange(0..<4, with: $0) }
      #expect(room.bytes == expected, "\(type) of \(size) bytes")
    }
  }

  @Test func `is a style with as much as it says`() {
    let whole = childplugin_style_t(
      size: 0, attributes: CHILDPLUGIN_ATTRIBUTE_BOLD, foreground: 0x0112_3456,
      background: 0x0165_4321, underline: CHILDPLUGIN_UNDERLINE_CURLY, underline_colour: 0,
      link: 1)
    var styles: [Style] = []
    for size in [4, 8, 12, 16, 24] {
      let style = GuardedMemory(whole, count: size)
      unsafe style.start.storeBytes(of: UInt32(size), as: UInt32.self)
      let copy = unsafe ForeignMemory.copySized(
        childplugin_style_t.self, at: UnsafeRawPointer(style.start))
      styles.append(Style(foreign: copy ?? childplugin_style_t()))
    }
    let bold = Style(foreground: .default, background: .transparent, attributes: .bold)
    let coloured = Style(foreground: .rgb(0x123456), background: .transparent, attributes: .bold)
    let full = Style(foreground: .rgb(0x123456), background: .rgb(0x654321), attributes: .bold)
    #expect(
      styles == [
        Style(foreground: .default, background: .transparent, attributes: []), bold, coloured, full,
        full,
      ])
  }

  @Test func `may be the eight bytes that are the same for ever`() throws {
    // A table of another major: nothing but these is there.
    let version = GuardedMemory(count: 8)
    unsafe version.start.storeBytes(of: 8, as: UInt32.self)
    unsafe version.start.storeBytes(of: 2, toByteOffset: 4, as: UInt16.self)
    let table = unsafe ForeignMemory.copy(
      childplugin_plugin_t.self, at: UnsafeRawPointer(version.start), size: 8)
    #expect(unsafe table.abi_major == 2 && table.`init` == nil)
  }
}
