/// The generator of the Swift enumeration `HostFunction`, which lists the host's functions with
/// their names, the moments in which they may be called, and the user activation and the permission
/// that they need.
struct HostFunctionGenerator {
  let functions: [HostFunction]

  var text: String {
    """
    /// The C functions of the host that a plugin can call, in the order of the header: the name of
    /// each, when it may be called, and the user activation and the permission that it needs.
    package enum HostFunction: UInt8, CaseIterable, Sendable, CustomStringConvertible {
    \(functions.map { "  case \($0.swiftName)" }.joined(separator: "\n"))

      /// The name in messages: `host.log`, `selection.row`.
      package var name: StaticString {
    \(cases { "\"\($0.fullName)\"" })
      }

      /// When a plugin may call it.
      @inline(__always)
      package var moment: Moment {
    \(cases { ".\($0.moment)" })
      }

      /// How far a call acts for the user.
      package var act: Act {
    \(cases(otherwise: ".none") { ".\($0.act)" })
      }

      /// The need that must be granted, whatever the arguments are.
      package var need: PluginNeeds {
    \(cases(otherwise: "[]") { $0.tag.contains("needs run") ? ".run" : "[]" })
      }

      /// Whether it is available to children only, not on the plugin's own host.
      package var needsChild: Bool {
    \(cases(otherwise: "true") { "\(!$0.tag.contains("without a child too"))" })
      }

      package var description: String { "\(#"\(name)"#)" }
    }

    """
  }

  /// A switch with one case for each value, in the functions' order; `otherwise` is the default.
  private func cases(
    otherwise fallback: String? = nil, _ value: (HostFunction) -> String
  ) -> String {
    var groups: [(value: String, names: [String])] = []
    for function in functions where value(function) != fallback {
      let name = ".\(function.swiftName)"
      if let index = groups.firstIndex(where: { $0.value == value(function) }) {
        groups[index].names.append(name)
      } else {
        groups.append((value(function), [name]))
      }
    }
    let lines =
      groups.map { "    case \($0.names.joined(separator: ", ")): \($0.value)" }
      + (fallback.map { ["    default: \($0)"] } ?? [])
    return (["    switch self {"] + lines + ["    }"]).joined(separator: "\n")
  }
}

extension HostFunction {
  fileprivate var moment: String {
    if tag.contains("any thread") { return "anyThread" }
    if tag.contains("inside draw") { return "inDraw" }
    if tag.contains("on screen") { return "onScreenNotInDraw" }
    return tag.contains("not in draw") ? "aliveNotInDraw" : "alive"
  }

  fileprivate var act: String {
    let acts = ["first kind": "first", "second kind": "second", "kind by argument": "byRequest"]
    return tag.lazy.compactMap { acts[$0] }.first ?? "none"
  }
}

/// The generator of `HostTables.swift`, the Swift code that fills the host's C function tables:
/// most functions first check that the call is allowed, then call the method of their name on the
/// child's `ChildHostContext`; those that may be called on any thread or without a child call a
/// static function, which checks by itself.
struct HostTablesGenerator {
  let functions: [HostFunction]

  var text: String {
    let extensions = functions.reduce(into: [String]()) { groups, function in
      if ["host", "canvas"].contains(function.group) || groups.contains(function.group) { return }
      groups.append(function.group)
    }
    return """
      internal import ChildPluginAPI

      /// The host's own functions.
      extension childplugin_host_t {
        mutating func addFunctions() {
      \(assignments("host", to: "self"))
        }
      }

      /// What a child draws with.
      extension childplugin_canvas_t {
        mutating func addFunctions() {
      \(assignments("canvas", to: "self"))
        }
      }

      /// The C function tables of the host's optional features (extensions), which plugins look up
      /// by id: one table of each for all children, which lives to the end of the process.
      @safe struct HostExtensions: @unchecked Sendable {
        static let shared = HostExtensions()

      \(extensions.map { "  private let \($0) = unsafe UnsafeRawPointer(immortal(\($0)Table()))" }.joined(separator: "\n"))

        /// The table of an id, which is compared whole; nil where there is none.
        func table(of id: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
      \(extensions.map { "    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_\($0.uppercased()).utf8) { return unsafe \($0) }" }.joined(separator: "\n"))
          return nil
        }
      }

      /// Memory that is never given back.
      private func immortal<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
        let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        unsafe pointer.initialize(to: table)
        return unsafe pointer
      }

      \(extensions.map(table).joined(separator: "\n\n"))

      """
  }

  private func table(of group: String) -> String {
    """
    private func \(group)Table() -> childplugin_host_\(group)_t {
      var table = childplugin_host_\(group)_t()
      table.size = UInt32(MemoryLayout<childplugin_host_\(group)_t>.size)
    \(assignments(group, to: "table"))
      return table
    }
    """
  }

  private func assignments(_ group: String, to table: String) -> String {
    functions.filter { $0.group == group }.map { assignment(of: $0, to: table) }
      .joined(separator: "\n")
  }

  private func assignment(of function: HostFunction, to table: String) -> String {
    let owner = function.group == "canvas" ? "canvas" : "host"
    let names = function.parameters.map { $0.split(separator: "_").camelCased }
    let parameters = ([owner] + names).joined(separator: ", ")
    let beginning = "    unsafe \(table).\(function.name) = { \(parameters) in"
    if function.tag.contains("any thread") || function.tag.contains("without a child too") {
      return """
        \(beginning)
              unsafe ChildHostContext.\(function.swiftName)(\(parameters))
            }
        """
    }
    let refused = function.refusedResult
    if owner == "canvas" {
      return """
        \(beginning)
              unsafe ChildHostContext.drawing(canvas, .\(function.swiftName), otherwise: \(refused ?? "()")) { context, layer in
                \(function.hasPointers ? "unsafe " : "")context.\(function.swiftName)(\((["on: layer"] + names).joined(separator: ", ")))
              }
            }
        """
    }
    return """
      \(beginning)
            guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .\(function.swiftName)) else { return\(refused.map { " " + $0 } ?? "") }
            return \(function.hasPointers ? "unsafe " : "")context.\(function.swiftName)(\(names.joined(separator: ", ")))
          }
      """
  }
}

/// The generator of the Swift struct `ChildExtensions`, in which the host keeps the C tables of the
/// optional features that a child implements.
struct ChildExtensionsGenerator {
  /// Each extension: the end of its macro, its table, and the functions that may not be NULL.
  private let extensions: [(macro: String, table: String, required: [String])]

  init(_ header: String) throws {
    var extensions: [(macro: String, table: String, required: [String])] = []
    var macro: String?
    let pattern =
      /#define CHILDPLUGIN_EXTENSION_(?<macro>\w+) "|struct (?<table>childplugin_\w+) \{(?<body>[\s\S]*?)\n\}/
    for match in header.matches(of: pattern) {
      if let name = match.macro {
        if let macro { throw HeaderReader.Unreadable("the extension \(macro) has no table") }
        macro = String(name)
      } else if let name = macro, let table = match.table, let body = match.body {
        let functions = body.matches(
          of:
            /\/\*(?<comment>(?:[^*]|\*(?!\/))*)\*\/\s*[\w ]+\(\*(?<name>\w+)\)\(const childplugin_child_t/
        )
        if functions.isEmpty { continue }
        let required = functions.filter { !$0.comment.contains(/May\s[\s*]*be\s[\s*]*NULL/) }
        extensions.append((name, table + "_t", required.map { String($0.name) }))
        macro = nil
      }
    }
    self.extensions = extensions
  }

  var text: String {
    """
    package import ChildPluginAPI

    /// The C function tables of the optional features that a plugin's child implements, as copied
    /// by the process that loaded the plugin; each nil if missing, incomplete or of a wrong size.
    package struct ChildExtensions {
    \(lines { "  package private(set) var \(property($0.macro)): \($0.table)?" })

      /// The ids of the extensions that the child has, in the order of the header.
      package internal(set) var ids: [String] = []

      /// All ids that this version of the ABI has, in the order of the header.
      package static let allIDs = [
    \(lines { "    CHILDPLUGIN_EXTENSION_\($0.macro)," })
      ]

      /// No extensions.
      init() {}

      /// Calls a child's `get_extension` for each extension, reporting omitted tables; see `table`.
      init(
        finding find: (String) -> UnsafeRawPointer?, minor: UInt16,
        telling tell: (ChildFault.Kind) -> Void
      ) {
    \(lines { "    \(property($0.macro)) = unsafe table(CHILDPLUGIN_EXTENSION_\($0.macro), find, minor, tell\(checks($0.required)))" })
      }
    }

    """
  }

  private func lines(_ line: ((macro: String, table: String, required: [String])) -> String)
    -> String
  { extensions.map(line).joined(separator: "\n") }

  private func checks(_ required: [String]) -> String {
    required.map { name in ", (\"\(name)\", { unsafe $0.\(name) != nil })" }.joined()
  }

  /// `KEY_HELP`: `keyHelp`.
  private func property(_ macro: String) -> String {
    macro.lowercased().split(separator: "_").camelCased
  }
}
