import Foundation

/// A reader of childplugin.h that uses the compilers: Clang prints what the header declares, a C
/// program made from that prints sizes, offsets and values, and both become a `LayoutTable`.
final class HeaderReader {
  let text: String
  private let folder: String

  /// The error of the generator, as a text: what in the header cannot be read, which compiler
  /// failed, or how to call the generator.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// Takes the text of a header; temporary files live as long as the reader.
  init(_ text: String) throws {
    self.text = text
    folder = FileManager.default.temporaryDirectory.appending(path: "header-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try text.write(toFile: folder + "/childplugin.h", atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The layout table of the header, as seen by a C or C++ compiler (by the suffix of its source).
  func table(compiler: String = "cc", suffix: String = "c") throws -> LayoutTable {
    let declared = try declarations()
    let macros = try macros()
    var table = try measure(declared, macros.filter(\.isValue), compiler, suffix)
    for index in table.structs.indices {
      for field in table.structs[index].fields.indices {
        table.structs[index].fields[field].type = declared.structs[index].fields[field].type
      }
    }
    for macro in macros where !macro.isValue {
      table.words[macro.name] = ["macro", macro.parameters, macro.body]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
    for function in declared.functions { table.words[function.name] = "function \(function.type)" }
    return table
  }
}

// MARK: - What the header declares

extension HeaderReader {
  /// The name and C type of a field or function that the header declares.
  private struct Declaration {
    let name: String
    let type: String
  }

  /// The structs, with their fields, and the functions that the header declares, in its order.
  private struct Declarations {
    var structs: [(name: String, fields: [Declaration])] = []
    var functions: [Declaration] = []
  }

  /// A node of Clang's JSON syntax tree: a declaration with its kind, name, type and children.
  private struct Node: Decodable {
    /// The C type of a declaration, as Clang's JSON has it.
    struct CType: Decodable { let qualType: String }
    let kind: String?
    let name: String?
    let type: CType?
    let isBitfield: Bool?
    let inner: [Node]?

    /// Clang spells truth values in either way.
    var typeName: String { (type?.qualType ?? "").replacing("_Bool", with: "bool") }
  }

  /// Structs and functions in the header's order; anything else is an error.
  private func declarations() throws -> Declarations {
    // All nodes after the mark are the header's own, not those of what it includes.
    let source = """
      #include <stdbool.h>
      #include <stddef.h>
      #include <stdint.h>
      typedef int the_header_begins;
      #include "childplugin.h"
      """
    let tree = try clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"], source)
    let all = try JSONDecoder().decode(Node.self, from: Data(tree.utf8)).inner ?? []
    guard let mark = all.firstIndex(where: { $0.name == "the_header_begins" }) else {
      throw Unreadable("Clang printed no tree")
    }
    let own = all[(mark + 1)...]
    var aliases: [String: String] = [:]
    for node in own where node.kind == "TypedefDecl" {
      aliases[node.type?.qualType ?? ""] = node.name
    }
    var found = Declarations()
    for node in own {
      let name = node.name ?? ""
      switch node.kind {
      case "RecordDecl" where node.inner == nil, "StaticAssertDecl": continue
      case "RecordDecl":
        guard let alias = aliases["struct " + name] else {
          throw Unreadable("struct \(name) has no typedef")
        }
        found.structs.append((alias, try fields(of: node)))
      case "FunctionDecl":
        found.functions.append(Declaration(name: name, type: node.typeName))
      case "TypedefDecl" where node.typeName.hasPrefix("struct "): continue
      default: throw Unreadable("the table has no line for a \(node.kind ?? "?") (\(name))")
      }
    }
    return found
  }

  private func fields(of node: Node) throws -> [Declaration] {
    try (node.inner ?? []).filter { $0.kind != "FullComment" }.map { field in
      guard field.kind == "FieldDecl", field.isBitfield != true else {
        throw Unreadable("\(node.name ?? "").\(field.name ?? "") is no plain field")
      }
      return Declaration(name: field.name ?? "", type: field.typeName)
    }
  }

  /// A macro that the header defines: its name, parameters and text, which may be a constant.
  private struct Macro {
    let name: String
    /// With their parentheses; `-` for a macro without parameters.
    let parameters: String
    let body: String
    /// Whether it stands for a number or a string.
    var isValue: Bool { parameters == "-" && !body.isEmpty && !body.hasPrefix("__") }
  }

  private func macros() throws -> [Macro] {
    let defined = try clang(["-dM", "-E"], "#include \"childplugin.h\"")
    let macros = defined.split(separator: "\n").compactMap { line -> Macro? in
      guard let match = line.wholeMatch(of: /#define (CHILDPLUGIN_\w*)(\([^)]*\))?( (.*))?/) else {
        return nil
      }
      return Macro(
        name: String(match.1), parameters: match.2.map(String.init) ?? "-",
        body: match.4.map(String.init) ?? "")
    }
    // A macro that the header defines and this compiler did not, or one with another prefix.
    for match in text.matches(of: /#define (\w+)/)
    where !macros.contains(where: { $0.name == match.1 }) {
      throw Unreadable("\(match.1) is not read")
    }
    return macros.sorted { $0.name < $1.name }
  }
}

// MARK: - How large it is

extension HeaderReader {
  /// The output of a program that is made for this header.
  private func measure(
    _ declared: Declarations, _ constants: [Macro], _ compiler: String, _ suffix: String
  ) throws -> LayoutTable {
    var lines: [String] = []
    for (name, fields) in declared.structs {
      lines.append("printf(\"struct \(name) %zu\\n\", sizeof(\(name)));")
      for field in fields {
        let place = "offsetof(\(name), \(field.name)), sizeof((*(\(name) *)64).\(field.name))"
        lines.append("printf(\"  %zu %zu \(field.name) ?\\n\", \(place));")
      }
    }
    for constant in constants {
      let name = constant.name
      lines.append(
        constant.body.hasPrefix("\"")
          ? "printf(\"constant \(name) \\\"%s\\\"\\n\", \(name));"
          : "NUMBER(\(name));")
    }
    let source = """
      #include "childplugin.h"
      #include <stdio.h>
      #define NUMBER(name) printf( \\
        (__typeof__(name))-1 > 0 ? "constant " #name " %llu uint%zu\\n" \\
                                 : "constant " #name " %lld int%zu\\n", \\
        (long long)(name), 8 * sizeof(name))
      int main(void) {
        \(lines.joined(separator: "\n  "))
        return 0;
      }
      """
    let file = folder + "/measure." + suffix
    let program = folder + "/measure"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    _ = try run([compiler, file, "-o", program])
    return try LayoutTable(try run([program]))
  }

  private func clang(_ arguments: [String], _ source: String) throws -> String {
    let file = folder + "/read.c"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    return try run(["clang"] + arguments + [file])
  }

  private func run(_ command: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Unreadable("\(command[0]) failed") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
