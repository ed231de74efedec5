import Foundation
import HostWorkers
import TestSupport
import Testing

/// A source in C that reads a database by SQLite, where that is installed.
@Suite(
  .enabled(
    if: SandboxReport.probe(program: BuiltProducts.program).lacking == [],
    "the sandbox of a worker is not whole on this system"),
  .enabled(
    if: FileManager.default.fileExists(atPath: "/usr/include/sqlite3.h"), "SQLite is not installed")
)
struct `A database of SQLite` {
  private let folder: ScratchFolder
  private let home: ScratchFolder
  private let database: String

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    database = home.path + "/data/shop.db"
    try home.write("", to: "data/empty")
    var plugin = SmallPlugin()
    plugin.name = "Shop"
    plugin.needs = ["files:read"]
    plugin.declarations = "#include <sqlite3.h>"
    plugin.read = #"""
      char name[256];
      snprintf(name, sizeof name, "%.*s", (int)reading->argument.length, reading->argument.bytes);
      if (name[0] == 0) strcpy(name, "DATABASE");
      sqlite3 *base;
      sqlite3_stmt *query = NULL;
      if (sqlite3_open_v2(name, &base, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
          sqlite3_prepare_v2(base, "select name from fruit order by name", -1, &query, NULL) != SQLITE_OK) {
        reading->fail(reading, childplugin_text(sqlite3_errmsg(base)), childplugin_text(""));
        return false;
      }
      int step;
      while ((step = sqlite3_step(query)) == SQLITE_ROW) {
        reading->bytes(reading, childplugin_text((const char *)sqlite3_column_text(query, 0)));
        reading->bytes(reading, childplugin_text("\n"));
      }
      if (step != SQLITE_DONE) {
        reading->fail(reading, childplugin_text(sqlite3_errmsg(base)), childplugin_text(""));
        return false;
      }
      """#.replacing("DATABASE", with: database)
    try plugin.compile(into: folder, flags: ["-lsqlite3"])
    // Keeps the database open, so that what is written last stays in its log.
    let writer = try folder.write(
      #"""
      #include <sqlite3.h>
      #include <stdio.h>
      #include <unistd.h>
      int main(int count, char **words) {
        sqlite3 *base;
        if (count < 3 || sqlite3_open(words[1], &base) != SQLITE_OK) return 1;
        for (int i = 2; i < count; i += 1)
          if (sqlite3_exec(base, words[i], NULL, NULL, NULL) != SQLITE_OK) return 2;
        puts("written");
        fflush(stdout);
        for (char byte; read(0, &byte, 1) > 0;) {}
        return 0;
      }
      """#, to: "sources/writer.c")
    let compiled = try ProgramRun.run(
      ["cc", "-o", folder.path + "/writer", writer, "-lsqlite3"], program: "/usr/bin/env")
    try #require(compiled.status == 0, "\(compiled.errors)")
  }

  /// Runs SQL, and has the database open while a body runs.
  private func write(_ statements: String..., while body: () throws -> Void = {}) throws {
    let writer = Process()
    writer.executableURL = URL(filePath: folder.path + "/writer")
    writer.arguments = [database] + statements
    let input = Pipe()
    let output = Pipe()
    writer.standardInput = input
    writer.standardOutput = output
    try writer.run()
    let said = output.fileHandleForReading.availableData
    try #require(String(decoding: said, as: UTF8.self) == "written\n")
    defer {
      try? input.fileHandleForWriting.close()
      writer.waitUntilExit()
    }
    try body()
  }

  private func run(_ argument: String = "", _ more: String...) throws -> ProgramRun {
    try ProgramRun.run(
      ["--plugins", folder.path, "--source", "com.example.small" + argument] + more,
      environment: ["HOME": home.path])
  }

  @Test func `is read with files:read, with its log as well`() throws {
    try write("create table fruit (name)", "insert into fruit values ('apple')")
    let grant = "com.example.small=files:read"
    let refused = try run()
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(try run("", "--grant", grant).output == "apple\n")
    try write("pragma journal_mode = wal", "insert into fruit values ('pear')") { () throws in
      #expect(FileManager.default.fileExists(atPath: database + "-wal"))
      #expect(try run().output == "apple\npear\n")
      #expect(try run("", "--revoke", "com.example.small").output.isEmpty)
      #expect(try run("", "--grant", "\(grant)=\(home.path)/data").output == "apple\npear\n")
    }
  }

  @Test func `is read without a grant where the user names it`() throws {
    try write("create table fruit (name)", "insert into fruit values ('apple')")
    #expect(try run("=" + database).output == "apple\n")
    try write("pragma journal_mode = wal", "insert into fruit values ('pear')") { () throws in
      #expect(try run("=" + database).output == "apple\npear\n")
    }
    // What a states file names the user does not.
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": [] },
        "source": { "use": "com.example.small", "argument": "\(database)" } }
      """, to: "states.json")
    let described = try ProgramRun.run(
      ["--plugins", folder.path, "--states", states], environment: ["HOME": home.path])
    #expect(described.status == 1 && described.output.isEmpty)
  }
}
