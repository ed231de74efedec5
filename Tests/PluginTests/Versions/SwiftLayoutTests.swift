import Testing

@testable import ABIGenerator

/// A struct of the header as the importer lays it out.
struct SwiftStruct {
  let name: String
  let size: Int
  let fields: [LayoutTable.Field]

  init<Struct>(
    _ name: String, _ type: Struct.Type, _ fields: [(String, PartialKeyPath<Struct>)]
  ) {
    self.name = name
    size = MemoryLayout<Struct>.size
    self.fields = fields.map { name, path in
      LayoutTable.Field(
        name: name, offset: MemoryLayout<Struct>.offset(of: path) ?? -1,
        size: _openExistential(Swift.type(of: path).valueType, do: bytes), type: "")
    }
  }
}

private func bytes<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }

/// A number as the table has it.
func swiftConstant<Number: FixedWidthInteger>(_ value: Number) -> String {
  "constant \(value) \(Number.isSigned ? "int" : "uint")\(Number.bitWidth)"
}

/// A string as the table has it.
func swiftConstant(_ value: String) -> String { "constant \"\(value)\"" }

@Suite struct `The layout of the header in Swift` {
  @Test func `of every struct is that of the table`() throws {
    let table = try `The layout of the header`.now.table
    #expect(swiftStructs.map(\.name) == table.structs.map(\.name))
    for (swift, recorded) in zip(swiftStructs, table.structs) {
      #expect(swift.size == recorded.size, "\(swift.name)")
      #expect(swift.fields.map(\.name) == recorded.fields.map(\.name), "\(swift.name)")
      for (field, other) in zip(swift.fields, recorded.fields) {
        #expect(field.offset == other.offset, "\(swift.name).\(field.name)")
        #expect(field.size == other.size, "\(swift.name).\(field.name)")
      }
    }
  }

  @Test func `has every constant with its value`() throws {
    let table = try `The layout of the header`.now.table
    #expect(swiftConstants == table.words.filter { $0.value.hasPrefix("constant ") })
  }
}
