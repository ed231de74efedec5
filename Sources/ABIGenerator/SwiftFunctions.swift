/// The list of the host's functions, for the program: `HostFunction`.
struct FunctionList {
  let functions: [HostFunction]

  var text: String {
    let cases = functions.map { "  case \($0.swiftName)" }.joined(separator: "\n")
    let lines = functions.map { "    case .\($0.swiftName): \(facts(of: $0))" }
      .joined(separator: "\n")
    return """
      /// The functions by which a child enters the host, in the order of the header.
      package enum HostFunction: UInt8, CaseIterable, Sendable, CustomStringConvertible {
      \(cases)

        /// What the header says of each.
        @inline(__always)
        package var facts: Facts {
          switch self {
      \(lines)
          }
        }

        package var description: String { "\\(facts.name)" }
      }

      """
  }

  private func facts(of function: HostFunction) -> String {
    let tag = function.tag
    let moment =
      tag.isForAnyThread
      ? "anyThread"
      : tag.isInDraw
        ? "inDraw"
        : tag.isOnScreen ? "onScreenNotInDraw" : tag.isNotInDraw ? "aliveNotInDraw" : "alive"
    let acts = [
      "first kind": "first", "second kind": "second", "kind by argument": "byRequest",
    ]
    let act = tag.parts.lazy.compactMap { acts[$0] }.first ?? "none"
    let need = tag.parts.contains("needs run") ? ", need: .run" : ""
    let child = tag.isWithoutChild ? ", needsChild: false" : ""
    return "Facts(\"\(function.fullName)\", .\(moment), .\(act)\(need)\(child))"
  }
}

/// The tables that the host hands out: each function enters the gate, then calls a function of `ChildHostContext` that
/// has its name and takes its arguments.
struct FunctionTables {
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

      /// The extensions of the host: their functions are the same for every child, so there is one table of each,
      /// which lives to the end of the process.
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
    let names = function.parameters.map { $0.split(separator: "_").map(String.init) }
      .map { words in
        words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      }
    let parameters = ([owner] + names).joined(separator: ", ")
    let beginning = "    unsafe \(table).\(function.name) = { \(parameters) in"
    if function.tag.isForAnyThread || function.tag.isWithoutChild {
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
