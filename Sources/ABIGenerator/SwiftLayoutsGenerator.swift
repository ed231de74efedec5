/// The generator of Swift code that states, for each C struct of a plugin that the host reads or
/// fills, its size in each minor version of the ABI, so that the host accepts those of older
/// plugins.
struct StructSizesGenerator {
  /// The layout tables of the released versions and of the header, the earliest first.
  let versions: [(minor: Int, table: LayoutTable)]
  /// Structs that were smaller in an earlier draft of the minor in which they came: a plugin that
  /// was built with one is still let in.
  static let draftSizes = ["childplugin_view_t": 56]

  /// Structs that a plugin passes to the host to read or fill: all that begin with their size,
  /// except the host's own tables and the structs that the host passes to plugins.
  private var structs: [LayoutTable.Struct] {
    let own = [
      "canvas_t", "timing_t", "insets_t", "key_t", "mouse_t", "reading_t", "program_end_t",
      "key_help_item_t",
    ]
    return (versions.last?.table.structs ?? []).filter { one in
      one.isSized && !one.name.hasPrefix("childplugin_host_")
        && !own.contains(String(one.name.dropFirst("childplugin_".count)))
    }
  }

  var text: String {
    """
    internal import ChildPluginAPI

    \(structs.map(line).joined(separator: "\n"))

    """
  }

  private func line(of one: LayoutTable.Struct) -> String {
    var sizes: [(minor: Int, bytes: Int)] = []
    for (minor, table) in versions {
      guard let size = table.structs.first(where: { $0.name == one.name })?.size else { continue }
      if sizes.isEmpty, let draft = Self.draftSizes[one.name] { sizes.append((minor, draft)) }
      if sizes.last?.bytes != size { sizes.append((minor, size)) }
    }
    let grown = sizes.dropFirst().map { ", (minor: \($0.minor), bytes: \($0.bytes))" }.joined()
    return """
      extension \(one.name): SizedStruct {
        static var sizes: StructSizes { StructSizes(\(sizes.first?.bytes ?? 0)\(grown)) }
      }
      """
  }
}

/// The generator of a Swift test file with every struct and constant of the header as Swift imports
/// them, for tests that compare these with the layout table.
struct SwiftLayoutsGenerator {
  let layout: LayoutTable

  var text: String {
    let structs = layout.structs.map { one in
      let fields = one.fields.map { field in
        let name = field.name.hasSuffix("init") ? "`\(field.name)`" : field.name
        return "(\"\(field.name)\", \\.\(name))"
      }.joined(separator: ", ")
      let isUnsafe = one.fields.contains {
        $0.type.contains("*") || $0.type == "childplugin_text_t"
      }
      return
        "  \(isUnsafe ? "unsafe " : "")SwiftStruct(\"\(one.name)\", \(one.name).self, [\(fields)]),"
    }
    let constants = layout.words.filter { $0.value.hasPrefix("constant ") }.keys.sorted().map {
      "  \"\($0)\": swiftConstant(\($0)),"
    }
    return """
      import ChildPluginAPI

      /// Every struct of the header as Swift sees it.
      let swiftStructs: [SwiftStruct] = [
      \(structs.joined(separator: "\n"))
      ]

      /// Every constant of the header as Swift sees it: its value and type, as the table has them.
      let swiftConstants: [String: String] = [
      \(constants.joined(separator: "\n"))
      ]

      """
  }
}
