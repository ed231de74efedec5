import TestSupport
import Testing

/// How rows divide, as it is seen and as it is asked for.
@Suite struct `Columns` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The rows of a frame, without what is below them.
  private func shown(_ text: String, _ options: String...) throws -> [String] {
    let file = try folder.write(text, to: "rows")
    let run = try ProgramRun.run(
      options + ["--snapshot", "-", "--size", "70x5", file], seconds: 30)
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    return rows.prefix { !$0.hasPrefix(" 1/") }.map(String.init).filter { !$0.isEmpty }
  }

  @Test func `are found in commas and in objects of JSON`() throws {
    let table = [" id  name", "  1  Ann, A", " 20  Bob"]
    #expect(try shown("id,name\n1,\"Ann, A\"\n20,Bob\n") == table)
    let objects = "{\"id\":1,\"name\":\"Ann, A\"}\n{\"name\":\"Bob\",\"id\":20}\n"
    #expect(try shown(objects) == table)
  }

  @Test func `are those that were asked for, where it is not clear`() throws {
    let text = "name,mail\nAnn,a@b.c\n"
    #expect(try shown(text) == ["name,mail", "Ann,a@b.c"])
    #expect(try shown(text, "--columns", "commas") == [" name  mail", " Ann   a@b.c"])
    #expect(try shown("{\"a\":1}\n", "--columns", "json") == [" a", " 1"])
  }

  @Test(arguments: ["--sort", "--key"])
  func `have the first row as their header where an option names one of its words`(
    option: String
  ) throws {
    let picture = try shown("name  age\nbob   3\n", option, "age")
    #expect(picture.first?.split(separator: " ").prefix(2) == ["name", "age"])
    #expect(picture.last?.split(separator: " ") == ["bob", "3"])
    #expect(try shown("name  age\nbob   3\n") == ["name  age", "bob   3"])
  }

  @Test func `are those of the last rows where there is a limit`() throws {
    #expect(try shown("1\n2\n3\n", "--limit", "2").prefix(2) == ["2", "3"])
  }

  @Test func `stay out of what is passed on`() throws {
    let file = try folder.write("id,name\n1,Ann\n", to: "rows")
    #expect(
      try ProgramRun.run(["--plain", "--columns", "commas", file]).output == "id,name\n1,Ann\n")
  }
}
