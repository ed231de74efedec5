import Foundation

/// The generator of the Rust declarations of the header's structs and constants, without any
/// safety: the handwritten layer Templates/rust/childplugin.rs is built on them.
struct RustBindingGenerator {
  let layout: LayoutTable
  let header: String

  var text: String {
    """
    //! The structs and constants of childplugin.h in Rust, made from the header: do not edit.
    //!
    //! `childplugin.h` says what each function is for, when it may be called and who owns what.
    // SPDX-License-Identifier: 0BSD (copy it, or parts of it, into whatever you make)

    use std::ffi::{c_char, c_void};
    use std::mem::size_of;

    \(constants.joined(separator: "\n"))

    \(layout.structs.map(declaration).joined(separator: "\n\n"))

    #[cfg(target_pointer_width = "64")]
    const _: () = {
    \(layout.structs.map { "    assert!(size_of::<\(name(of: $0.name))>() == \($0.size));" }.joined(separator: "\n"))
    };

    """
  }

  // MARK: Constants

  /// In the order of the header.
  private var constants: [String] {
    header.matches(of: /#define CHILDPLUGIN_(\w+)/).compactMap { match in
      let name = String(match.1)
      guard let what = layout.words["CHILDPLUGIN_" + name], what.hasPrefix("constant ") else {
        return nil
      }
      let value = what.dropFirst("constant ".count)
      if value.hasPrefix("\"") {
        let isNeed = name.hasPrefix("NEED_")
        return isNeed
          ? "pub const \(name): Text = Text::of(\(value));"
          : "pub const \(name): &[u8] = b\(value);"
      }
      let words = value.split(separator: " ")
      let type =
        name.hasPrefix("ABI_")
        ? "u16" : words[1].replacing("uint", with: "u").replacing("int", with: "i")
      return "pub const \(name): \(type) = \(words[0]);"
    }
  }

  // MARK: Structs

  /// Names that say more than the header's, or that Rust has for something else.
  private static let names = [
    "host_t": "RawHost", "canvas_t": "RawCanvas", "child_t": "RawChild", "reading_t": "RawReading",
    "view_t": "ViewInfo", "option_t": "ChildOption",
  ]

  private func name(of type: String) -> String {
    let short = String(type.dropFirst("childplugin_".count))
    if let name = Self.names[short] { return name }
    return short.dropLast("_t".count).split(separator: "_").map(\.capitalized).joined()
  }

  /// Whether the host fills it: each of its functions is there.
  private func isOfHost(_ name: String) -> Bool {
    name.hasPrefix("childplugin_host_")
      || ["childplugin_canvas_t", "childplugin_reading_t"].contains(name)
  }

  private func declaration(of one: LayoutTable.Struct) -> String {
    let types = one.fields.map(\.type)
    let hasFunctions = types.contains { $0.contains("(*)") }
    let hasPointers = types.contains { $0.contains("*") || $0 == "childplugin_text_t" }
    let hasDoubles = types.contains("double")
    var derived = hasFunctions ? "" : "#[derive(Clone, Copy\(hasPointers ? "" : ", Default"))]\n"
    if !hasFunctions, !hasPointers, !hasDoubles {
      derived = "#[derive(Clone, Copy, Default, PartialEq)]\n"
    }
    let fields = one.fields.map { field in
      "    pub \(field.name): \(rust(field.type, isOptional: !isOfHost(one.name) && !isRequired(field.name, of: one.name))),"
    }
    return """
      #[repr(C)]
      \(derived)pub struct \(name(of: one.name)) {
      \(fields.joined(separator: "\n"))
      }
      """
  }

  /// Functions of the plugin's table that every plugin has.
  private func isRequired(_ field: String, of table: String) -> Bool {
    table == "childplugin_plugin_t"
      && ["init", "deinit", "descriptor_count", "descriptor", "create"].contains(field)
  }

  private func rust(_ type: String, isOptional: Bool) -> String {
    guard let function = type.wholeMatch(of: /(.*)\(\*\)\((.*)\)/) else { return plain(type) }
    let parameters =
      function.2 == "void" ? [] : function.2.split(separator: ", ").map { plain(String($0)) }
    let result = String(function.1).trimmingSuffix(" ")
    let answer = result == "void" ? "" : " -> \(plain(result))"
    let whole = "unsafe extern \"C\" fn(\(parameters.joined(separator: ", ")))\(answer)"
    return isOptional ? "Option<\(whole)>" : whole
  }

  private static let plainTypes = [
    "char": "c_char", "void": "c_void", "bool": "bool", "double": "f64", "uint8_t": "u8",
    "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "int32_t": "i32", "int64_t": "i64",
  ]

  private func plain(_ type: String) -> String {
    if type.hasSuffix("*") {
      let isConstant = type.hasPrefix("const ")
      let target = type.dropLast().dropFirst(isConstant ? "const ".count : 0)
      return "*\(isConstant ? "const" : "mut") \(plain(String(target).trimmingSuffix(" ")))"
    }
    return Self.plainTypes[type] ?? name(of: type)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
