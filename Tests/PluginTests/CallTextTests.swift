import ChildPluginAPI
import Testing

@testable import HostPlugins

/// How the arguments of a call are told, as people read them in faults and in the log.
@Suite struct `The arguments of a call` {
  @Test func `of bytes are the first of them, as text or each in two digits`() {
    #expect(CallFormatter.bytes([]) == "")
    #expect(CallFormatter.bytes([0, 9, 0x10, 0xFF]) == "00 09 10 ff")
    let many = Array(repeating: UInt8(0xA), count: 24)
    let told = Array(repeating: "0a", count: 24).joined(separator: " ")
    #expect(CallFormatter.bytes(many) == told)
    #expect(CallFormatter.bytes(many + [1]) == told + " ...")
    #expect(CallFormatter.bytes("org.example.a".utf8) == #""org.example.a""#)
    #expect(CallFormatter.bytes([0x61, 0x22]) == "61 22")
    #expect(CallFormatter.bytes([0x61, 0xC3, 0xA9]) == "61 c3 a9")
    #expect(
      CallFormatter.bytes(Array(repeating: 0x61, count: 24) + [0]) == "\""
        + String(repeating: "a", count: 24) + "\" ...")
  }

  @Test(
    arguments: [
      (CHILDPLUGIN_KEY_PAGE_DOWN, CHILDPLUGIN_MODIFIER_CONTROL, "key ctrl-page-down"),
      (CHILDPLUGIN_KEY_F1, 0, "key f1"), (CHILDPLUGIN_KEY_F1 + 11, 0, "key f12"),
      (0x20, CHILDPLUGIN_MODIFIER_SHIFT | CHILDPLUGIN_MODIFIER_ALT, "key alt-shift-space"),
      (0x21, 0, "key !"), (0x7E, 0, "key ~"), (0x7F, 0, "key 0x7f"), (0xE9, 8, "key 0x8-U+00E9"),
      (0x1F600, 0, "key U+1F600"), (0xD800, 0, "key 0xd800"), (0x110040, 0, "key 0x110040"),
      (0x61, 0, "key a"), (CHILDPLUGIN_KEY_ENTER, 0, "key enter"),
      (CHILDPLUGIN_KEY_UP, 0, "key up"), (CHILDPLUGIN_KEY_DOWN, 0, "key down"),
    ] as [(UInt32, UInt32, String)])
  func `of a key are its name with its modifiers`(code: UInt32, modifiers: UInt32, told: String) {
    #expect(CallFormatter.key(code, modifiers) == told)
  }

  @Test func `of the mouse are what it did and where`() {
    var mouse = childplugin_mouse_t()
    mouse.kind = CHILDPLUGIN_MOUSE_PRESS
    mouse.button = CHILDPLUGIN_BUTTON_LEFT
    mouse.column = 3
    mouse.row = 4
    #expect(CallFormatter.mouse(mouse) == "press of left, column 3, row 4")
    mouse.kind = CHILDPLUGIN_MOUSE_WHEEL
    mouse.button = CHILDPLUGIN_BUTTON_NONE
    mouse.modifiers = CHILDPLUGIN_MODIFIER_CONTROL
    mouse.wheel = -1
    mouse.wheel_columns = 2
    #expect(CallFormatter.mouse(mouse) == "ctrl-wheel, column 3, row 4, wheel -1, wheel columns 2")
    mouse.kind = 99
    mouse.button = 98
    #expect(CallFormatter.mouse(mouse).hasPrefix("ctrl-kind 99"))
  }
}
