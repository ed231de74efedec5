import Foundation
import TestSupport
import Testing

/// Reads a header with the compilers themselves, so that nothing in it can be overlooked: Clang says
/// what it declares, a C program made from that says how large it all is.
struct HeaderReader {
  private let scratch: ScratchFolder
  private let header: String

  /// Takes the text of a childplugin.h.
  init(_ header: String) throws {
    scratch = try ScratchFolder()
    self.header = header
    try scratch.write(header, to: "childplugin.h")
  }

  /// Its table as a C compiler lays it out.
  func table(compiler: String = "cc", suffix: String = "c") throws -> LayoutTable {
    let declared = try declarations()
    let macros = try macros()
    var table = try measured(declared, macros.filter(\.isValue), compiler, suffix)
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

  /// A named thing and its type.
  private struct Declared {
    let name: String
    let type: String
  }

  private struct Declarations {
    var structs: [(name: String, fields: [Declared])] = []
    var functions: [Declared] = []
  }

  /// A node of the tree that Clang prints.
  private struct Node: Decodable {
    struct Kind: Decodable { let qualType: String }
    let kind: String?
    let name: String?
    let type: Kind?
    let isBitfield: Bool?
    let inner: [Node]?
  }

  /// What the header declares, in its order; anything but structs and functions is an error here.
  private func declarations() throws -> Declarations {
    // What the header includes comes before the mark, so all that follows is its own.
    let source = """
      #include <stdbool.h>
      #include <stddef.h>
      #include <stdint.h>
      typedef int the_header_begins;
      #include "childplugin.h"
      """
    let tree = try clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"], source)
    let all = try JSONDecoder().decode(Node.self, from: Data(tree.utf8)).inner ?? []
    let mark = try #require(all.firstIndex { $0.name == "the_header_begins" })
    let own = all[(mark + 1)...]
    var aliases: [String: String] = [:]
    for node in own where node.kind == "TypedefDecl" {
      aliases[node.type?.qualType ?? ""] = node.name
    }
    var found = Declarations()
    for node in own {
      let name = node.name ?? ""
      switch node.kind {
      case "RecordDecl" where node.inner == nil: continue  // Declared before it is defined.
      case "RecordDecl":
        let alias = try #require(aliases["struct " + name], "struct \(name) has no typedef")
        found.structs.append((alias, try fields(of: node)))
      case "FunctionDecl": found.functions.append(Declared(name: name, type: type(of: node)))
      case "TypedefDecl": #expect(type(of: node).hasPrefix("struct "), "\(name) is no struct")
      case "StaticAssertDecl": continue
      default: Issue.record("the table has no line for a \(node.kind ?? "?") (\(name))")
      }
    }
    return found
  }

  private func fields(of node: Node) throws -> [Declared] {
    try (node.inner ?? []).filter { $0.kind != "FullComment" }.map { field in
      try #require(
        field.kind == "FieldDecl" && field.isBitfield != true,
        "\(node.name ?? "").\(field.name ?? "") is no plain field")
      return Declared(name: field.name ?? "", type: type(of: field))
    }
  }

  /// Clang spells truth values in either way.
  private func type(of node: Node) -> String {
    (node.type?.qualType ?? "").replacing("_Bool", with: "bool")
  }

  private struct Macro {
    let name: String
    /// With their parentheses; `-` when it takes none.
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
    // What the header defines and this compiler did not, or under another prefix.
    for match in header.matches(of: /#define (\w+)/) {
      #expect(macros.contains { $0.name == match.1 }, "\(match.1) is not read")
    }
    return macros.sorted { $0.name < $1.name }
  }

  /// What a program that is made for it prints.
  private func measured(
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
    let program = scratch.path + "/measure"
    let file = try scratch.write(source, to: "measure." + suffix)
    let made = try ProgramRun.run([file, "-o", program], program: compiler)
    try #require(made.status == 0, "\(made.errors)")
    return try LayoutTable(try ProgramRun.run([], program: program).output)
  }

  private func clang(_ arguments: [String], _ source: String) throws -> String {
    let file = try scratch.write(source, to: "read.c")
    let run = try ProgramRun.run(arguments + [file], program: "clang")
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }
}
