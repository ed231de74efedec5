import TestSupport
import Testing

@testable import HostContent

@Suite struct ColumnTests {
  private func detect(
    _ text: String, as request: Columns.Request = .automatic, named name: Columns.Request? = nil,
    isWhole: Bool = true
  ) -> Columns? {
    Columns.detect(in: .kept(stored(text)), as: request, named: name, isWhole: isWhole)
  }

  /// The cells of a row of `text` in its own columns, joined with "|".
  private func cells(
    _ text: String, _ row: Int, as request: Columns.Request = .automatic
  ) -> String {
    guard let columns = detect(text, as: request) else { return "no columns" }
    let bytes = Array(text.split(separator: "\n", omittingEmptySubsequences: false)[row].utf8)
    var cells: [Range<Int>] = []
    columns.findCells(of: bytes.span, into: &cells)
    for (column, cell) in cells.enumerated() {
      #expect(columns.cell(column, of: bytes.span) == cell)
    }
    return cells.map { String(decoding: bytes[$0], as: UTF8.self) }.joined(separator: "|")
  }

  @Test(arguments: [
    (EdgeCaseBytes.pods, "NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES"),
    (EdgeCaseBytes.onePod, "NAME|READY|STATUS|RESTARTS|AGE"),
    (EdgeCaseBytes.processes, "USER|PID|%CPU|%MEM|VSZ|RSS|TTY|STAT|START|TIME|COMMAND"),
    (EdgeCaseBytes.disks, "Filesystem|Size|Used|Avail|Use%|Mounted on"),
    (EdgeCaseBytes.diskBlocks, "Filesystem|1K-blocks|Used|Available|Use%|Mounted on"),
    (EdgeCaseBytes.containers, "CONTAINER ID|IMAGE|COMMAND|CREATED|STATUS|PORTS|NAMES"),
    (EdgeCaseBytes.containerHeader, "CONTAINER ID|IMAGE|COMMAND|CREATED|STATUS|PORTS|NAMES"),
    (EdgeCaseBytes.memory, "|total|used|free|shared|buff/cache|available"),
    (EdgeCaseBytes.packages, "Package|Version"),
    (EdgeCaseBytes.blockDevices, "NAME|MAJ:MIN|RM|SIZE|RO|TYPE|MOUNTPOINTS"),
    (EdgeCaseBytes.wide, "NAME|CITY|COUNT"),
    (EdgeCaseBytes.scores, "name|city|score"),
    // A sign has no letters, so none is lowercase.
    ("NAME   #   PATH\nweb    1   /a\ndb     2   /b\napi    3   /c\n", "NAME|#|PATH"),
    // Commas and semicolons: a column of numbers, names in capitals, or three columns of two rows.
    ("id,name\n1,Ann\n", "id|name"), ("KEY;VALUE\na;b\n", "KEY|VALUE"),
    ("name,mail,city\nAnn,a@b.c,Ulm\nBob,b@b.c,Bonn\n", "name|mail|city"),
    ("id, name, size\n1, Ann, 20\n2, Bob, 3\n", "id|name|size"),
    ("\"id\";\"full name\"\n1;\"Ann; A\"\n", "id|full name"),
    ("\u{FEFF}id,name\n1,Ann\n", "id|name"),
    // Capitals above cells without capitals, or above numbers.
    ("CODE,CITY\nGB,London\nFR,PARIS\n", "CODE|CITY"), ("NAME,CITY\nИван,Москва\n", "NAME|CITY"),
    ("NAME  SINCE\nFOO   2024-01-02\n", "NAME|SINCE"), ("NAME,COUNT\nFOO,1\n", "NAME|COUNT"),
    // Commas may separate objects.
    ("{\"a\":1},\n{\"a\":2} ,\n{\"a\":3}\n", "a"),
    // JSON objects, one per row: keys in the order of their first occurrence.
    ("{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2,\"mail\":\"b\",\"name\":\"Bob\"}\n", "id|name|mail"),
    ("\u{FEFF}{\"a\": {\"b\": [1, \"}\"]} }\n { \"a\" : \"\\\"\" }\n", "a"),
  ])
  func `a table has the columns that its header names`(text: String, names: String) {
    #expect(detect(text)?.names.joined(separator: "|") == names)
  }

  @Test(arguments: [
    (
      EdgeCaseBytes.pods, 2,
      "web-7d9c5b8f6d-9v4tz|1/1|Running|2 (3d ago)|5d1h|10.1.0.13|node-b|<none>|<none>"
    ),
    (
      EdgeCaseBytes.processes, 1,
      "root|1|0.3|0.0|48012|17644|?|S<Ll|03:03|0:09|/sbin/init splash --addr 0.0.0.0"
    ),
    (
      EdgeCaseBytes.processes, 3,
      "postgres|812|0.1|1.2|2174520|98124|?|Ss|03:03|1:12|postgres: writer process"
    ),
    (
      EdgeCaseBytes.processes, 4,
      "ann|23131|12.0|3.4|918520|278124|pts/1|Rl+|10:41|14:02|node server.js --port 80"
    ),
    (EdgeCaseBytes.disks, 3, "/dev/vda1|252G|16G|80G|16%|/"),
    (
      EdgeCaseBytes.diskBlocks, 2, "/dev/vda1|264212084|15843440|83222172|16%|/home/ann/a directory"
    ),
    (
      EdgeCaseBytes.containers, 2,
      "9a8b7c6d5e4f|redis:7|\"docker-entrypoint.s…\"|3 weeks ago|Exited (0) 2 weeks ago||cache"
    ),
    (EdgeCaseBytes.memory, 1, "Mem:|24684084|411140|23094548|8872|1458216|24272944"),
    (EdgeCaseBytes.memory, 2, "Swap:|0|0|0|||"),
    (EdgeCaseBytes.packages, 3, "antlr4-python3-runtime|4.13.2"),
    (EdgeCaseBytes.blockDevices, 3, "└─vda1|254:1|0|255G|0|part|/"),
    (EdgeCaseBytes.wide, 1, "Łukasz|Gdańsk|12"),
    (EdgeCaseBytes.scores, 2, "Bob|New York|7.5"),
    ("id;name\n1;\"Ann; A\"\n", 1, "1|Ann; A"),
    ("{\"a\":1,\"b\":\"x\"}\n{\"b\":\"y\",\"a\":null}\n", 1, "null|y"),
  ])
  func `a row of a table divides into its cells`(text: String, row: Int, expected: String) {
    #expect(cells(text, row) == expected)
  }

  @Test(arguments: [
    "", "\n", "one line\n", EdgeCaseBytes.listing, EdgeCaseBytes.listingOfFiles,
    EdgeCaseBytes.names, EdgeCaseBytes.sizes,
    EdgeCaseBytes.log, EdgeCaseBytes.levelLog, EdgeCaseBytes.shoutingLog, EdgeCaseBytes.prose,
    EdgeCaseBytes.doubleSpaced,
    EdgeCaseBytes.commits, EdgeCaseBytes.hello, EdgeCaseBytes.source, EdgeCaseBytes.help,
    // Commas as in text, different numbers of commas, and too few rows or columns.
    "Hello world, how are you\nFine thanks, and you\nGood, bye\n",
    "name,mail\nAnn,a@b.c\nBob,b@b.c\n",
    "red, green, blue\nsky, grass, sea\nson, moon, star\n", "a,b,c\nd,e,f\n", "a,b,c\n1,2,3\n1,2\n",
    "who, what, how many\nAnn, tea, 2\n", "Ulm,Bonn,Rome\nKiel,Bonn,Oslo\nBari,Brno,Graz\n",
    // Capitals above capitals, and only three names.
    "GB,LONDON\nFR,PARIS\nDE,KÖLN\n", "GB\tLONDON\nFR\tPARIS\n", "GB  LONDON\nFR  PARIS\n",
    "GB,LONDON,EU\nFR,PARIS,WE\nUS,NEW YORK,NA\n", "READY  STEADY  GO\n",
    // A single object, objects with little in common, and other text.
    "{\"a\":1}\n", "{\"a\":1}\n{\"b\":1}\n{\"c\":1}\n", "{\"a\":1}\n{\"a\":2\n", "{}\n{}\n",
    "{\"a\":1}\n{\"a\":2} and\n", "  {\"a\":1},\n  {\"a\":2},\n",
    "[\n  {\"a\":1},\n  {\"a\":2}\n]\n", "{a:1}\n{a:2}\n",

    "TITLE\n\nText that follows.\n",
    // One blank between two words, signs, a trailing colon, four words, and numbers.
    "GO ON\nup to\nit is\n", "#    %\nann  x\nbob  y\n", "NAME:  KIND\nann    x\nbob    y\n",
    "WHO IT IS NOT  KIND\nann            x\nbob            y\n", "1  2  3\n4  5  6\n7  8  9\n",
  ])
  func `plain text has no columns`(text: String) {
    #expect(detect(text) == nil)
  }

  @Test func `a lone header is one only when nothing follows`() {
    #expect(detect(EdgeCaseBytes.containerHeader, isWhole: false) == nil)
  }

  @Test func `numbers stand to the right`() {
    let disks = detect(EdgeCaseBytes.disks)
    #expect(disks?.columns.map(\.alignment) == [.left, .right, .right, .right, .right, .left])
    #expect(disks?.columns.map(\.isNumeric) == [false, true, true, true, true, false])
    #expect(disks?.columns.map(\.width) == [10, 4, 4, 5, 4, 10])
    #expect(detect(EdgeCaseBytes.scores)?.columns.map(\.alignment) == [.left, .left, .right])
  }

  @Test func `a line below the header belongs to it`() {
    #expect(detect(EdgeCaseBytes.packages)?.headerRowCount == 2)
    #expect(detect(EdgeCaseBytes.pods)?.headerRowCount == 1)
  }

  @Test(
    arguments: [
      ("----  ----", 2), ("====  ====", 2), ("----+-----", 2), ("---|", 2), ("--", nil),
      ("----  x", nil),
    ] as [(String, Int?)])
  func `a line of three dashes or more makes a header of any words`(line: String, count: Int?) {
    #expect(detect("Name  Kind\n\(line)\nann   old\nbob   new\n")?.headerRowCount == count)
  }

  @Test(
    arguments: [
      ("NAME    WHAT\nweb       on\ndb       off\n", .right),
      ("NAME    WHAT\nweb     on\ndb      off\n", .left),
      ("NAME\tWHAT\nwebweb\ton\ndbdbdb\tno\n", .left),
    ] as [(String, Columns.Alignment)])
  func `aligned words stand to the right where they end below the end of their name`(
    text: String, alignment: Columns.Alignment
  ) {
    #expect(detect(text)?.columns.map(\.alignment) == [.left, alignment])
  }

  @Test(arguments: [
    ("NAME   AGE  OK\n", "ann    12   yes\n"), ("NAME\tAGE\tOK\n", "ann\t12\tyes\n"),
    ("NAME,AGE,OK\n", "ann,12,yes\n"), ("", "{\"name\":\"ann\",\"age\":12,\"ok\":1}\n"),
  ])
  func `one row in twenty may be an exception`(header: String, row: String) {
    let odd = "this-is-not-a-row of the table at all\n"
    let table = header + String(repeating: row, count: 40)
    #expect(detect(table + odd)?.columns.count == 3)
    #expect(detect(table + odd + odd + odd) == nil)
  }

  @Test(arguments: [
    (1, "Ann|Paris, France|12"), (2, "Bob \"\"B\"\"|x|"), (3, "|y|1"), (4, "open|z|2,3"),
  ])
  func `commas divide when that is asked for`(row: Int, expected: String) {
    let text = #"""
      name,city,score
      Ann,"Paris, France",12
      "Bob ""B""",x
      ,y,1
      "open",z,2,3
      """#
    #expect(detect(text, as: .commaSeparated)?.names == ["name", "city", "score"])
    // The last column is the rest of the row.
    #expect(cells(text, row, as: .commaSeparated) == expected)
  }

  @Test func `objects divide when that is asked for, also one alone and beside other rows`() {
    let one = "{\"a\":1}\n"
    #expect(detect(one, as: .members)?.names == ["a"])
    #expect(cells("Note: now\n" + one, 0, as: .members) == "Note: now")
    #expect(detect("a,b\n1,2\n", as: .members) == nil)
  }

  @Test(arguments: [
    ("name,city\nAnn,Ulm\nBob,Bonn\n", ".csv", "name|city"),
    ("a;b\nc;d\n", ".CSV", "a|b"), ("land,1999,2000\nx,1,2\n", ".csv", "land|1999|2000"),
    ("name, the \"city\"\nAnn, Ulm\n", ".csv", "name|the \"city\""),
    ("red\tblue\ngreen\tgrey\n", ".tsv", "red|blue"), ("{\"a\":1}\n", ".jsonl", "a"),
    ("{\"a\":1}\n{\"b\":1}\n{\"c\":1}\n", ".ndjson", "a|b|c"),
    // Semicolons only where the first row has more of them.
    ("a,b;c\nd;e,f;g\n", ".csv", "a|b;c"),
  ])
  func `a file is what its name says where its rows allow that`(
    text: String, end: String, names: String
  ) {
    let named = detect(text, named: Columns.Request(nameOf: "dir.d/list" + end))
    #expect(named?.names.joined(separator: "|") == names && detect(text) == nil)
    for request in [Columns.Request.none, .tabSeparated] where end != ".tsv" {
      #expect(detect(text, as: request, named: .commaSeparated) == detect(text, as: request))
    }
  }

  @Test(arguments: [
    ("1,2\n3,4\n", ".csv"), ("a text\nof lines\n", ".csv"), ("a,b\n", ".csv"),
    ("a,b\nc\nd,e,f\n", ".csv"), ("a,b\nc,d\n", ".tsv"), ("a\nb\n", ".tsv"),
    ("name,city\nAnn,Ulm\nname,city\n", ".csv"), ("[1]\n[2]\n", ".jsonl"), ("", ".ndjson"),
    ("a,b\nc,d\n", ".txt"), ("a,b\nc,d\n", "csv"),
  ])
  func `a file is no table that does not hold one, whatever its name`(text: String, end: String) {
    #expect(detect(text, named: Columns.Request(nameOf: "list" + end)) == nil)
  }

  @Test func `of objects no row is a header, and values that are numbers or nothing stand right`() {
    let text = "{\"n\":1.5,\"s\":\"12\",\"o\":{}}\n{\"n\":null,\"s\":\"7\",\"o\":true}\n"
    let columns = detect(text)
    #expect(columns?.headerRowCount == 0)
    #expect(columns?.columns.map(\.alignment) == [.right, .right, .left])
    #expect(columns?.columns.map(\.width) == [4, 2, 4])
  }

  @Test(arguments: [
    "{\"a\":1,\"c\":2}", "{\"c\":2}", "{\"a\":1", "{\"a\":1} and", "no object",
  ])
  func `an object with more than the columns have is shown as it is written`(row: String) {
    let columns = detect("{\"a\":1,\"b\":2}\n{\"a\":3}\n")
    let bytes = Array(row.utf8)
    var cells: [Range<Int>] = []
    columns?.findCells(of: bytes.span, into: &cells)
    #expect(cells == [0..<bytes.count, bytes.count..<bytes.count])
    #expect([0, 1].map { columns?.cell($0, of: bytes.span) } == cells)
  }

  @Test func `a stream that has hardly begun is no table of commas or objects`() {
    for text in ["id,name\n1,Ann\n", "{\"a\":1}\n{\"a\":2}\n"] {
      #expect(detect(text, isWhole: false) == nil)
      let rows = text.split(separator: "\n")
      let more = rows[0] + "\n" + String(repeating: rows[1] + "\n", count: 9)
      #expect(detect(String(more), isWhole: false) != nil)
    }
  }

  /// The columns that a detector finds; nil where nothing is due.
  private func find(
    _ detector: inout ColumnDetector, in store: RowStore, isWhole: Bool
  ) -> Columns? {
    let finding = detector.find(in: .kept(store), isWhole: isWhole)
    return if case .found(let columns) = finding { columns } else { nil }
  }

  @Test func `columns have room for wide characters, and for what stands far below`() {
    #expect(detect("漢,n\n読み,1\n")?.columns.map(\.width) == [4, 1])
    let rows = (0..<5000).map { "\($0),x\($0 == 4999 ? String(repeating: "y", count: 100) : "")\n" }
    let store = stored("id,name\n" + rows.joined())
    var detector = ColumnDetector(request: .automatic)
    #expect(find(&detector, in: store, isWhole: false)?.columns.map(\.width) == [3, 4])
    // A long text does not make its column that wide.
    #expect(find(&detector, in: store, isWhole: true)?.columns.map(\.width) == [4, 24])
    #expect(detector.find(in: .kept(store), isWhole: true) == .notYetTime)
  }

  @Test func `columns are wide enough for the last row, within bounds of numbers and of words`() {
    let first = String(repeating: "\(String(repeating: "w", count: 20)),a,1\n", count: 300)
    let long = String(repeating: "9", count: 50)
    let text = "name,kind,size\n\(first)\(long),\(long),\(long)\n"
    let columns = Columns.find(
      in: .kept(stored(text)), as: .commaSeparated)
    #expect(columns?.columns.map(\.width) == [40, 24, 32])
  }

  @Test(arguments: [false, true])
  func `columns are looked for again after the end only in a file that grows`(grows: Bool) {
    let store = RowStore()
    var detector = ColumnDetector(request: .automatic)
    var found: [Int] = []
    for (number, row) in ["NAME\tSIZE\n", "", "a\t1\n", "", "b\t2\n"].enumerated() {
      store.append(Array(row.utf8).span)
      let finding = detector.find(in: .kept(store), isWhole: true, grows: grows)
      if finding != .notYetTime { found.append(number) }
    }
    #expect(found == (grows ? [0, 2, 4] : [0]))
  }

  @Test(
    arguments: [
      ("", false), ("%", true), ("#", true), ("%%", false), ("a b c", true), ("a b c d", false),
      ("a1", false), ("ab1", true), (".a", false), ("/a", false), ("a.", false), ("a:", false),
      ("a.b", true), ("a/b", true), ("a:b", true), ("é", true), ("a\tb", true), ("a\u{1}b", false),
      (String(repeating: "a", count: 32), true), (String(repeating: "a", count: 33), false),
    ] + ",;=<>\"'[]{}\\|".map { ("aa\($0)bb", false) })
  func `a name has few words, more letters than digits, and no sign of text`(
    text: String, isName: Bool
  ) {
    let bytes = Array(text.utf8)
    #expect(CellText.isName(bytes.span, 0..<bytes.count) == isName)
  }

  @Test(arguments: [
    ("0", true), ("-1", true), ("+1", true), ("+-1", false), ("1,024", true), ("80%", true),
    ("80%%", false), ("1Mi", true), ("1KiB", true), ("1abcd", false), ("1.", false), (".5", false),
    ("", false), ("-", false), ("5 s", false), ("1x2", false), ("0999", true), ("1000", true),
    ("2999", true), ("3000", true), ("199", true), ("19999", true), ("19x9", false),
  ])
  func `a number may have a sign and a short unit, and is a year from 1000 to 2999`(
    text: String, isNumber: Bool
  ) {
    let bytes = Array(text.utf8)
    #expect(CellText.isNumber(bytes.span, 0..<bytes.count) == isNumber)
    #expect(CellText.isYear(bytes.span, 0..<bytes.count) == ["1000", "2999"].contains(text))
  }

  @Test func `what is found in all rows stays, though others were looked at before`() {
    let all = stored("name\tleft\napples\t40\n")
    var detector = ColumnDetector(request: .tabSeparated)
    let first = find(&detector, in: stored("name\tleft\n"), isWhole: false)
    #expect(first?.columns.map(\.width) == [4, 4])
    #expect(find(&detector, in: all, isWhole: true)?.columns.map(\.width) == [6, 4])
    #expect(detector.find(in: .kept(all), isWhole: true) == .notYetTime)
  }

  @Test(arguments: ["привет,мир\nпока,друг\n", "это   дом\nвот   сад\n", "a\tä\no\tö\nu\tü\n"])
  func `letters beyond ASCII are no capitals`(text: String) {
    #expect(detect(text) == nil)
  }

  @Test func `an object that is longer than what is looked at is one`() {
    let row = "{\"a\":1,\"b\":\"\(String(repeating: "x", count: 5000))\"}\n"
    #expect(detect(row + row)?.names == ["a"])
  }

  @Test func `tabs divide when that is asked for, whatever the first row is`() {
    let columns = detect(EdgeCaseBytes.sizes, as: .tabSeparated)
    #expect(columns?.names == ["4", "./a"] && detect(EdgeCaseBytes.pods, as: .none) == nil)
  }

  @Test(arguments: 1...300)
  func `no bytes are too strange`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("  \tA|B,\"z9-=.;{}[]:\\\n\n".utf8) + [0, 0x80, 0xC3, 0xFF]
    let text = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    let store = stored(text)
    for request in Columns.Request.allCases {
      _ = Columns.detect(in: .kept(store), as: .automatic, named: request, isWhole: true)
      guard let columns = Columns.detect(in: .kept(store), as: request, isWhole: true) else {
        continue
      }
      var cells: [Range<Int>] = []
      for row in 0..<store.count {
        store.withRow(row) { bytes, _ in
          columns.findCells(of: bytes, into: &cells)
          #expect(cells.count == columns.columns.count, "seed \(seed)")
          var end = 0
          for (column, cell) in cells.enumerated() {
            #expect(cell.lowerBound >= end && cell.upperBound <= bytes.count, "seed \(seed)")
            #expect(columns.cell(column, of: bytes) == cell, "seed \(seed)")
            // MemberReader in any order.
            end = request == .members ? 0 : cell.upperBound
          }
        }
      }
    }
  }

  @Test(arguments: [(10, true), (8, true), (7, false)])
  func `aligned columns are some where eight of ten cells stand as their names do`(
    count: Int, areThere: Bool
  ) {
    let rows = (0..<10).map { $0 < count ? "a       wordy" : "a         wordy" }
    let text = (["NAME    KIND"] + rows).joined(separator: "\n") + "\n"
    #expect((detect(text)?.names == ["NAME", "KIND"]) == areThere)
  }

  @Test(arguments: [
    (Columns.Request.automatic, [2, 20, 200]), (.tabSeparated, [1, 10, 100, 200]),
    (.commaSeparated, [1, 10, 100, 200]), (.members, [1, 10, 100, 200]), (.none, []),
  ])
  func `columns are looked for in the first rows, then in ten times as many, at last in 200`(
    request: Columns.Request, counts: [Int]
  ) {
    let store = RowStore()
    var detector = ColumnDetector(request: request)
    var found: [Int] = []
    for count in 1...250 {
      store.append(Array("NAME\t\(count)\n".utf8).span)
      if detector.find(in: .kept(store), isWhole: false) != .notYetTime { found.append(count) }
    }
    #expect(found == counts)
    detector.restart()
    let isDue = detector.find(in: .kept(store), isWhole: false) != .notYetTime
    #expect(isDue == !counts.isEmpty)
  }

  @Test func `of fewer than 20 rows none may be an exception, then one in 20`() {
    let counts = [0, 19, 20, 39, 40, 199].map(TableCandidate.allowedExceptions)
    #expect(counts == [0, 0, 1, 1, 2, 9])
  }

  @Test(arguments: [
    (0..<3, 2..<5, true), (0..<3, 3..<5, false), (0..<64, 0..<64, true), (0..<65, 0..<65, false),
  ])
  func `objects are a table where three in five values exist, of at most 64 columns`(
    first: Range<Int>, second: Range<Int>, isTable: Bool
  ) {
    let rows = [first, second].map { keys in
      "{\(keys.map { "\"\($0)\":1" }.joined(separator: ","))}\n"
    }
    #expect((detect(rows.joined()) != nil) == isTable)
  }

  @Test(
    arguments: [
      ("NAME", 0), ("name", 1), ("Name", 0), ("SIZE", 3), ("2", 2), ("1", 0), ("4", 3), ("5", nil),
      ("0", nil), ("-1", nil), ("", nil),
    ] as [(String, Int?)])
  func `a column is given by its name, else in any case, else by its number`(
    word: String, number: Int?
  ) {
    let columns = Columns(["NAME", "name", "2", "Size"])
    #expect(columns.number(of: word) == number)
    let sort = SortRequest(word, isDescending: true)
    let wanted = number.map { RowSort(by: .natural, column: $0, isDescending: true) }
    #expect(sort.resolve(in: columns) == wanted)
    // Without columns it is a word; the first one is the whole row.
    let place = Int(word).flatMap { $0 > 0 ? $0 - 1 : nil }
    let ofWord = place.map {
      RowSort(by: .natural, column: $0 == 0 ? nil : $0, isDescending: true)
    }
    #expect(sort.resolve(in: nil) == ofWord)
  }

  @Test(
    arguments: [
      ("name  age\nbob   3\n", ["age"], "name|age"),
      ("name age\nann 4 5\nbob 3\n", ["AGE"], "name|age"),
      ("name,age\nbob,b\n", ["age", "name"], "name|age"), ("name  age\nbob   3\n", ["size"], nil),
      ("name  age\nbob   3\n", ["age", "size"], nil), ("name age\n", ["age"], nil),
      ("name  age\nbob   3\n", [], nil), ("NAME  AGE\nbob   3\n", ["bob"], "NAME|AGE"),
    ] as [(String, [String], String?)])
  func `the first row is a header where it has the names that the user has given`(
    text: String, wanted: [String], names: String?
  ) {
    let content = FedContent(.with { $0.columnNames = wanted }).load(text)
    #expect(content.columns?.names.joined(separator: "|") == names)
  }

  @Test func `columns that are asked for are cells, or words where there is no table`() {
    let table = FedContent(.with { $0.columns = .tabSeparated }).load("name\tsize\na b\t1\nc\t22\n")
    func text(_ content: Content, _ row: Int, _ names: String...) -> String {
      String(decoding: content.text(ofRow: row, columns: names), as: UTF8.self)
    }
    #expect(text(table, 0, "size", "1") == "1\ta b" && text(table, 1, "SIZE") == "22")
    #expect(table.missingColumn(of: ["name", "AGE", "3"], in: [0..<2]) == "AGE")
    #expect(table.missingColumn(of: ["2", "1"], in: [0..<2]) == nil)
    let quoted = FedContent(.with { $0.columns = .commaSeparated })
      .load("a,b\n\"x \"\"y\"\"\",1\n")
    #expect(text(quoted, 0, "a", "b") == "x \"y\"\t1")
    let lines = FedContent().load("one  two\nthree\n")
    #expect(text(lines, 0, "2", "1") == "two\tone" && text(lines, 1, "2", "1") == "\tthree")
    for (rows, missing) in [
      ([0..<1], nil), ([1..<2], "2"), ([0..<2], nil), ([1..<2, 0..<1], nil),
    ] as [([Range<UInt64>], String?)] {
      #expect(lines.missingColumn(of: ["1", "2"], in: rows) == missing, "\(rows)")
    }
    for word in ["0", "3", "-1", "one"] {
      #expect(lines.missingColumn(of: ["1", word], in: [0..<2]) == word)
    }
  }
}
