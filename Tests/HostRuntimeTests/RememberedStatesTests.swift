import HostContent
import HostPlugins
import HostSurface
import Testing

@testable import HostRuntime

@Suite struct `What is remembered of children` {
  private var states = RememberFileContents()

  @Test mutating func `is read as it was written, whatever the bytes`() throws {
    states.remember(Array(0...255), of: "list", use: "a")
    states.remember([], of: "é\"\n", use: "b")
    #expect(try RememberFileContents(reading: states.fileBytes) == states)
    states = RememberFileContents()
    states.remember([0x0F, 0xA5], of: "list", use: "a")
    let text = #"{"children":[{"name":"list","use":"a","state":"0fa5"}]}"#
    #expect(String(decoding: states.fileBytes, as: UTF8.self) == text + "\n")
  }

  @Test mutating func `has the row beside it that the user was on`() throws {
    let cell = SavedRow.Cell(column: "PID", text: Array("7".utf8))
    for cells in [[], [cell, cell]] {
      states.row = SavedRow(text: [0, 255], cells: cells)
      #expect(try RememberFileContents(reading: states.fileBytes) == states)
    }
    let text = #"{"children":[],"row":{"text":"61","key":[{"column":"PID","cell":"37"}]}}"#
    let read = try RememberFileContents(reading: Array(text.utf8))
    #expect(read.row == SavedRow(text: [0x61], cells: [cell]))
  }

  @Test mutating func `has beside it what the user looked for`() throws {
    states.find = RowFilter([0x61, 0xFF], kind: .fuzzy, letterCase: .sensitive)
    #expect(try RememberFileContents(reading: states.fileBytes) == states)
    let text = #"{"children":[],"find":{"text":"61","kind":"expression","case":"smart"}}"#
    let read = try RememberFileContents(reading: Array(text.utf8))
    #expect(read.find == RowFilter([0x61], kind: .expression))
  }

  @Test mutating func `has beside it the options that children remember`() throws {
    states.options = ["true", "ä\"\n"].map {
      RememberedOption(child: "a.list", name: "wrap", value: $0)
    }
    #expect(try RememberFileContents(reading: states.fileBytes) == states)
    let text = #"{"children":[],"options":[{"child":"a","option":"b","value":"c"}]}"#
    let read = try RememberFileContents(reading: Array(text.utf8))
    #expect(read.options == [RememberedOption(child: "a", name: "b", value: "c")])
  }

  @Test(arguments: Dock.Edge.allCases, [nil, 80])
  mutating func `has beside it the sizes of strips, with all else`(
    edge: Dock.Edge, whole: Int?
  ) throws {
    let entries = ["list", "other"].map {
      Arrangement.Entry(name: $0, type: nil, description: nil)
    }
    for cells in [1, 30] {
      let size = try #require(DockSize(edge, cells: cells, of: whole))
      for entry in entries { states.remember(size, of: entry) }
      #expect(states.sizes.map(\.size) == [size, size] && states.size(of: entries[1]) == size)
      #expect(try RememberFileContents(reading: states.fileBytes) == states)
    }
    states.remember([1], of: "list", use: "a")
    states.row = SavedRow(text: [1], cells: [])
    states.find = RowFilter([0x61], kind: .query, letterCase: .insensitive)
    states.options = [RememberedOption(child: "a", name: "b", value: "")]
    #expect(try RememberFileContents(reading: states.fileBytes) == states)
  }

  @Test func `matches from the first row on, and the host alone has it do so`() throws {
    let small = try SmallSession("printf 'one\\ntwo\\n'", finding: RowFilter([0x74]))
    let view = try #require(small.run.view)
    #expect(view.rememberedFind == RowFilter([0x74]))
    small.session.begin()
    #expect(try small.turn { small.rows == ["one", "two"] })
    #expect(view.matches(in: 1, column: nil) == [0..<1] && view.matches(in: 0, column: nil) == [])
    #expect(view.facts.finds == 0 && view.facts.find == .none)
    #expect(view.rememberedFind == RowFilter([0x74]))
    // What a third-party child looks for is not the user's.
    view.willFind(for: "a child")
    view.find(RowFilter([0x6F]), from: nil, isBackward: false)
    #expect(view.rememberedFind == nil)
    view.endFind()
    #expect(view.rememberedFind == nil && view.matches(in: 1, column: nil) == [])
    // What was looked for in one column alone is not looked for in others.
    for column in [0, nil] {
      let filter = RowFilter([0x6F], column: column)
      view.find(filter, from: nil, isBackward: false)
      #expect(view.rememberedFind == (column == nil ? filter : nil))
    }
  }

  @Test mutating func `is one state for each name and make, the last, in the order they came`() {
    states.remember([1], of: "list", use: "a")
    states.remember([2], of: "list", use: "b")
    states.remember([3], of: "list", use: "a")
    #expect(states["list", use: "a"] == [3] && states["list", use: "b"] == [2])
    #expect(states["other", use: "a"] == nil && states["list", use: "c"] == nil)
    #expect(states.entries.map(\.use) == ["a", "b"])
    states.remember(nil, of: "list", use: "a")
    states.remember(nil, of: "none", use: "a")
    #expect(states["list", use: "a"] == nil && states.entries.count == 1)
  }

  @Test(arguments: [
    "", "{}", #"{"children":1}"#, #"{"children":[],"more":1}"#, #"{"others":[]}"#,
    #"{"children":[1]}"#, #"{"children":[{"name":"a","use":"b"}]}"#,
    #"{"children":[{"name":"a","use":"b","state":"0"}]}"#,
    #"{"children":[{"name":"a","use":"b","state":"0G"}]}"#,
    #"{"children":[{"name":"a","use":"b","state":"0A"}]}"#,
    #"{"children":[{"name":1,"use":"b","state":"00"}]}"#,
    #"{"children":[],"row":{"text":"61"}}"#, #"{"children":[],"find":{"text":"61"}}"#,
    #"{"children":[],"find":{"text":"61","kind":"glob","case":"smart"}}"#,
    #"{"children":[],"options":[{"child":"a","option":"b"}]}"#,
    #"{"children":[],"options":[{"child":"a","option":"b","value":true}]}"#,
    #"{"children":[],"row":{"text":"6","key":[]}}"#,
    #"{"children":[],"row":{"text":"61","key":[{"column":"PID"}]}}"#,
    #"{"children":[{"name":"a","use":"b","state":"00","more":1}]}"#,
    #"{"children":[],"sizes":[{"name":"a","use":"b","edge":0,"cells":3,"of":0}]}"#,
    #"{"children":[],"sizes":[{"name":"a","use":"b","edge":5,"cells":3,"of":0}]}"#,
    #"{"children":[],"sizes":[{"name":"a","use":"b","edge":1,"cells":0,"of":0}]}"#,
    #"{"children":[],"sizes":[{"name":"a","use":"b","edge":1,"cells":9,"of":8}]}"#,
    #"{"children":[],"sizes":[{"name":"a","use":"b","edge":1,"cells":9}]}"#,
  ]) func `is not read from a file that is not its own`(text: String) {
    #expect(throws: RememberFileContents.InvalidFormat.self) {
      _ = try RememberFileContents(reading: Array(text.utf8))
    }
  }
}
