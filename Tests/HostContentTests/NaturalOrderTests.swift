import TestSupport
import Testing

@testable import HostContent

@Suite struct `The natural order` {
  private let world = SteppedWorld()
  private let view: View

  init() { view = View(in: world) }

  /// Cells sorted by a view, in one column or as whole rows.
  private func sorted(
    _ cells: [String], column: Int? = 0, isDescending: Bool = false
  ) throws -> (cells: [String], type: CellType?) {
    var content = Content(stored(cells.count) { cells[$0] })
    content.columns = column == nil ? nil : Columns(["CELL"])
    let view = View(in: world)
    let sort = RowSort(by: .natural, column: column, isDescending: isDescending)
    let rows = try world.rows(ViewRequest(sort: sort), of: content, in: view)
    #expect(view.isInOrder && rows.count == cells.count)
    return (rows.map { cells[$0] }, view.sortedType)
  }

  /// `m` may be minutes or mebibytes: the cells that are clear decide.
  @Test(arguments: [
    (["3h", "2d", "4K"], CellType.duration), (["4K", "9M", "2d"], .size), (["3h"], .duration),
  ])
  func `of cells in m is that of most others`(cells: [String], type: CellType) {
    var count = CellTypeCounter()
    for cell in cells + Array(repeating: "5m", count: 60) { count.add(Array(cell.utf8).span) }
    #expect(count.type == type)
  }

  @Test(
    arguments: [
      ("3 (5m ago)", .plain(3)), ("-2m", .ambiguous(-2)), ("1B", .size(1)), ("8 bits", .size(8)),
      ("1k", .size(1024)), ("1kB", .size(1000)), ("1P", .size(1_125_899_906_842_624)),
      ("1E", .size(1_152_921_504_606_846_976)), ("1Kbps", .size(1000)), ("1us", .duration(1e-6)),
      ("1µs", .duration(1e-6)), ("1ns", .duration(1e-9)), ("2 mins", .duration(120)),
      ("2 hrs", .duration(7200)), ("1w", .duration(604_800)), ("1 mo", .duration(2_629_800)),
      ("2 months", .duration(5_259_600)), ("1y", .duration(31_557_600)),
      ("3 years", .duration(94_672_800)), ("5 minutes later", nil), ("5%", .unit(5)),
      ("1Hz", .unit(1)), ("1THz", .unit(1e12)), ("1mV", .unit(1e-3)), ("1uA", .unit(1e-6)),
      ("1nW", .unit(1e-9)), ("1abcd", .unit(1)), ("1abcde", nil), ("x", nil), ("", nil),
    ] as [(String, Quantity?)])
  func `of a quantity is that of its number in its unit`(text: String, quantity: Quantity?) {
    #expect(Quantity(Array(text.utf8).span) == quantity)
  }

  /// Seconds since 1970.
  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-02", 86_400), ("1969-12-31", -86_400),
      ("1972-03-01", 68_256_000), ("2000-02-29", 951_782_400), ("2000-03-01", 951_868_800),
      ("1900-03-01", -2_203_891_200), ("2024-01", 1_704_067_200), ("2024/01/01", 1_704_067_200),
      ("2023-12-31T23:00:00-01:00", 1_704_067_200), ("2023-12-31T18:30-0530", 1_704_067_200),
      ("2024-01-01T24:00", 1_704_153_600), ("2024-01-01 10:00 CET", 1_704_103_200),
      ("2024-13-01", nil), ("2024-00-01", nil), ("2024-01-32", nil), ("2024-01-00", nil),
      ("2024-1-01", nil), ("2024-01-01T25:00", nil), ("2024-01-01T10:61", nil),
      ("2024-01-01x", nil),
    ] as [(String, Int64?)])
  func `of a date is that of its day and zone`(text: String, seconds: Int64?) {
    #expect(TimeParser.date(Array(text.utf8).span) == seconds.map { $0 * 10_000_000 })
  }

  @Test(
    arguments: [
      ("1:02", 62), ("1:60", 120), ("10:00:01.5", 36_001.5), ("2-03:04:05", 183_845),
      ("12:05 AM", 5), ("12:00 PM", 720), ("9:30pm", 1290), ("12:00:00 AM", 0),
      ("1:00:00 PM", 46_800), ("9:30:00 PM", 77_400), ("13:00 PM", nil), ("0:30 AM", nil),
      ("9:30 XM", nil), ("9:30 PM x", nil), ("1:61", nil), ("1:2", nil), ("1:02x", nil),
      ("123", nil),
    ] as [(String, Double?)])
  func `of a clock time is that of its seconds, of one without seconds that of its minutes`(
    text: String, seconds: Double?
  ) {
    #expect(TimeParser.seconds(Array(text.utf8).span) == seconds)
  }

  @Test(
    arguments: [
      "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "1::8", "::", "1:2:3:4:5:6:1.2.3.4", "255.255.255.255",
      "10.0.0.1/128", "10.0.0.1:65535", "10.0.0.1:*", "::1/8",
    ].map { ($0, true) }
      + [
        "256.0.0.1", "1.2.3", "1.2.3.4.5", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "[::1",
        "::1]", "12345::", "::1.2.3", "10.0.0.1:65536", "10.0.0.1/129", "10.0.0.1:", "10.0.0.1/",
        "10.0.0.1/8x", "a",
      ].map { ($0, false) })
  func `of addresses is that of cells that are nothing else`(text: String, isAddress: Bool) {
    var part = SortKeyPart()
    #expect(AddressKey.append(Array(text.utf8).span, to: &part) == isAddress)
  }

  @Test(
    arguments: [
      "alpha", "beta", "rc", "pre", "preview", "dev", "snapshot", "nightly", "canary", "next", "RC",
    ].map { ($0, true) } + ["ubuntu", "final", "b"].map { ($0, false) })
  func `of versions has one that is not finished before the version`(word: String, isBefore: Bool)
    throws
  {
    let cells = ["1.0.0", "1.0.0-\(word)"]
    let result = try sorted(cells)
    #expect(result.cells == (isBefore ? cells.reversed() : cells) && result.type == .version)
  }

  /// A type, and cells in its order, all different.
  private static let examples: [(type: CellType, cells: [String])] = [
    (.number, ["-1e3", "-5", "-1.5", "0", "+0.25", "3", "1,024", "1e6", "12345678901234567890"]),
    (.number, ["0.1%", "3%", "12.5%", "80%", "100%"]),
    (.number, ["3", "4 (5m ago)", "11", "12 (2d ago)"]),
    (.number, ["50 Hz", "800 MHz", "3.2GHz", "4 GHz"]),
    (.number, ["$9.50", "$10", "$1,200.00"]),
    // Beyond the exact integers of `Double`.
    (
      .number,
      [
        "-9007199254740994", "-9007199254740993", "-9007199254740992", "9007199254740992",
        "9007199254740993",
        "9007199254740994",
      ]
    ),
    (.size, ["0", "512", "4.0K", "9.9K", "128Mi", "1.5 GB", "1.6G", "2T"]),
    (.size, ["12345", "54.3m", "1.2g"]),
    (.size, ["5 kB/s", "5 KiB/s", "1.5MB/s", "20 Mbit/s"]),
    (.duration, ["250ms", "1.5s", "3m12s", "21h", "5d3h", "12d", "2y5d"]),
    (.duration, ["-3m", "45s", "2m", "10m"]),
    (
      .duration,
      ["Less than a second ago", "5 minutes ago", "About an hour ago", "2 days ago", "3 weeks ago"]
    ),
    (.duration, ["Up 5 minutes (healthy)", "Up 2 hours", "Up 3 days"]),
    (.duration, ["30min 5s", "1h 2min", "2 weeks 3 days ago"]),
    (.time, ["1:02", "9:59", "10:00", "59:59", "1:00:00", "10:00:01.5", "2-03:04:05"]),
    (.time, ["12:05 AM", "9:30 AM", "12:00 PM", "9:30 PM"]),
    (.date, ["1999-12-31", "2024-02-29", "2024-03-01", "2026-01-02"]),
    (
      .date,
      [
        "2026-01-02 10:00:00 +0200", "2026-01-02T09:00:00Z", "2026-01-02T10:00:00.25+01:00",
        "2026-01-02 10:00:00 +0000 UTC",
      ]
    ),
    (
      .address,
      ["9.0.0.1", "10.0.0.2", "10.0.0.10", "10.0.0.10:80", "10.0.0.10:443", "192.168.0.1"]
    ),
    (.address, ["10.0.0.0/8", "10.0.0.0/16", "::1", "fe80::1%eth0", "fe80::a", "[fe80::a]:22"]),
    (.address, ["0.0.0.0:*", "127.0.0.1:53", "127.0.0.53%lo:53", "[::]:*", "[::1]:631"]),
    (
      .address,
      ["::", "::ffff:10.0.0.1", "2001:db8::1", "2001:db8:0:0:1::", "2001:db8:1:2:3:4:5:6"]
    ),
    (
      .version,
      ["v1.2.3", "v1.2.10", "v1.10.0", "v2.0.0-alpha.1", "v2.0.0-rc.2", "v2.0.0-rc.10", "v2.0.0"]
    ),
    (.version, ["1.0~a", "1.0-rc1", "1.0", "1.0-2", "1.0.1", "1.9.0", "1.10", "1.10.1", "1.11.0"]),
    (.version, ["2.38-4ubuntu1", "2.38-4ubuntu10", "2.38-10", "1:1.0.2"]),
    (.version, ["1.0.2a1", "1.0.2c9", "1.0.2", "1.0.2a", "1.0.2b", "1.0.2c", "1.0.3"]),
    (.version, ["v1alpha1", "v1beta1", "v1", "v2"]),
    (.text, ["a", "u2", "u9z", "u10", "u10a", "v"]),
    (.text, ["file 9.txt", "file 10 a.txt", "file 10 b.txt", "zeta"]),
    (.text, ["pod-7d9f-x1", "pod-7d9f-x2", "pod-7d10-x1"]),
    (
      .text,
      [1, 2, 8, 9, 10, 11, 262, 263, 264, 265, 266].map { "u" + String(repeating: "7", count: $0) }
    ),
  ]

  @Test(arguments: examples)
  func `has these cells in this order`(type: CellType, cells: [String]) throws {
    var random = SeededGenerator(seed: 7)
    for isDescending in [false, true] {
      for _ in 0..<4 {
        let result = try sorted(cells.shuffled(using: &random), isDescending: isDescending)
        #expect(result.cells == (isDescending ? cells.reversed() : cells))
        #expect(result.type == type)
      }
    }
  }

  @Test(arguments: [
    (CellType.number, ["1", "2.5", "10", "1e3", "1,024"]), (.number, ["2%", "10%", "99.5%"]),
    (.number, ["900 kHz", "80 MHz", "3 GHz"]), (.number, ["$2", "$10"]),
    (.size, ["3", "1K", "5 MB", "2GiB", "1T"]), (.size, ["3kB/s", "1 MB/s"]),
    (.duration, ["250ms", "2s", "1m30s", "2h", "10d"]),
  ])
  func `has the negative of each number before zero, the largest first`(
    type: CellType, cells: [String]
  ) throws {
    let positive = cells.enumerated().map { $0 % 2 == 0 ? $1 : "+\($1)" }
    let ordered = cells.reversed().map { "-\($0)" } + ["0"] + positive
    let result = try sorted(ordered.reversed())
    #expect(result.cells == ordered && result.type == type)
  }

  @Test func `has other cells after those of the type, and empty ones last, in both directions`()
    throws
  {
    let sizes = (1...40).map { "\($0)K" }
    let others = ["b10", "b9", "5d"]
    let cells = ["", "-"] + others + sizes.reversed() + ["<none>"]
    #expect(try sorted(cells).cells == sizes + ["5d", "b9", "b10"] + ["", "-", "<none>"])
    let descending = try sorted(cells, isDescending: true)
    #expect(descending.cells == sizes.reversed() + ["b10", "b9", "5d"] + ["", "-", "<none>"])
    #expect(descending.type == .size)
  }

  @Test func `is that of text where not nearly all cells have a type`() throws {
    #expect(try sorted(["1", "2", "3", "4", "5", "6", "7", "8", "x", "y"]).type == .text)
    #expect(try sorted(["1", "2", "3", "4", "5", "6", "7", "8", "9", "x"]).type == .number)
    #expect(try sorted(["", "-"]).type == .text)
    #expect(try sorted([]).type == nil)
  }

  @Test func `leaves equal cells as they stand`() throws {
    let cells = ["60s", "1m", "0.5h", "30m", "1800s"]
    #expect(try sorted(cells).cells == ["60s", "1m", "0.5h", "30m", "1800s"])
    #expect(try sorted(cells, isDescending: true).cells == ["0.5h", "30m", "1800s", "60s", "1m"])
  }

  @Test func `of whole rows is that of their first words`() throws {
    let rows = ["4.0K\t./b", "12M\t./c", "512\t./a", "8.0K\t./d"]
    let result = try sorted(rows, column: nil)
    #expect(result.cells == [rows[2], rows[0], rows[3], rows[1]] && result.type == .size)
    #expect(try sorted(["b 1", "a 10", "a 9"], column: nil).cells == ["a 9", "a 10", "b 1"])
  }

  @Test func `is found in rows all over, not in the first ones alone`() throws {
    // Beyond 4,096 rows a sample decides; most of these cells have another type.
    let cells = (0..<30_000).map { $0 < 2000 ? "\($0)" : "name \($0 * 7919 % 30_011)" }
    let result = try sorted(cells)
    #expect(result.type == .text)
    #expect(result.cells.prefix(2000).elementsEqual((0..<2000).map { "\($0)" }))
  }

  @Test func `takes rows that come later into the order, and finds the type anew`() throws {
    let store = stored(5000) { "\($0 * 7919 % 5003)" }
    _ = try world.rows(ViewRequest(sort: RowSort(by: .natural)), of: Content(store), in: view)
    #expect(view.sortedType == .number)
    func append(_ text: String) {
      store.append(Array(text.utf8).span)
      _ = view.contentChanged(Content(store))
      world.finish(view)
    }
    // A few are inserted; with many the type changes.
    append("7.5\nword\n")
    #expect(view.sortedType == .number && view.row(at: 5001) == 5001)
    #expect(
      view.place(of: 5000).flatMap { view.row(at: $0 + 1) }
        == (0..<5000).first { $0 * 7919 % 5003 == 8 })
    append(String(repeating: "word\n", count: 3000))
    #expect(view.sortedType == .text && view.count == 8002)
  }

  @Test func `has no arrow to show before the rows are in order, nor once they cannot be`() throws {
    var content = Content(stored(30_000) { "\($0)" })
    let sort = ViewRequest(sort: RowSort(by: .natural, isDescending: true))
    _ = try view.show(sort, of: content)
    #expect(!view.isInOrder && view.sortedType == nil && view.count == 30_000)
    var steps = 0
    while !view.isComplete, steps < 1000 {
      #expect(view.isInOrder == (view.row(at: 0) == 29_999))
      world.step(view)
      steps += 1
    }
    #expect(view.isInOrder && view.sortedType == .number)
    content.generation = 2
    _ = view.contentChanged(content)
    #expect(!view.isInOrder && view.count == 0)
    _ = try view.show(ViewRequest(), of: content)
    #expect(!view.isInOrder)
  }
}

/// The order of any two cells, as a column of each type.
@Suite struct `The natural order of random cells` {
  private static let letters = Array(
    "0123456789012345678900.,:-+/%~ ()eEkKMGimshdwyTZvVrcabBxfu$\u{B5}<none>\t")

  private static func cell(_ random: inout SeededGenerator) -> [UInt8] {
    let shapes = [
      "-1", "0", "7", "1.5", "1,024", "-3.25e2", "80%", "9007199254740993", "-9007199254740993",
      "9007199254740992", "12345678901234567890123", "4.0K", "1.5 GB", "3m", "3m12s", "5d3h",
      "2 days ago", "1:02", "10:00:01", "2-03:04:05", "2026-01-02", "2026-01-02T10:00:00Z",
      "10.0.0.1", "10.0.0.1/8", "fe80::1", "fe80:0:0:0::1", "[::1]:80", "v1.2.3", "1.2.3", "1.2",
      "1.2.3-rc1", "1:2.3-4", "u2", "u10", "u02", "", "-", "<none>", "null", "a", "ab",
      "the same beginning 1", "the same beginning 2", "000", "0000000000000000000000001",
    ]
    var cell = Array((shapes.randomElement(using: &random) ?? "").utf8)
    // Some bytes are replaced.
    for _ in 0..<max(0, Int.random(in: -1...2, using: &random)) {
      let new = Array(String(letters.randomElement(using: &random) ?? "0").utf8)
      let place = Int.random(in: 0...cell.count, using: &random)
      if Bool.random(using: &random), place < cell.count {
        cell.replaceSubrange(place...place, with: new)
      } else {
        cell.insert(contentsOf: new, at: place)
      }
    }
    if Int.random(in: 0..<20, using: &random) == 0 { cell.append(0xFF) }
    return cell
  }

  /// Compares as the sorter does: part by part.
  private static func precedes(_ one: [UInt64], _ other: [UInt64]) -> Bool {
    for (first, second) in zip(one, other) where first != second { return first < second }
    return false
  }

  @Test(arguments: CellType.allCases)
  func `is total`(type: CellType) throws {
    for seed in UInt64(1)...6 {
      var random = SeededGenerator(seed: seed)
      for isOfWholeRows in [false, true] {
        for isDescending in [false, true] {
          var key = SortKeyReader(
            RowSort(by: .natural, column: isOfWholeRows ? nil : 0, isDescending: isDescending),
            columns: isOfWholeRows ? nil : Columns([""], format: .separated(by: 0x01)))
          key.type = type
          let cells = (0..<40).map { _ in Self.cell(&random) }
          let parts = cells.map { key.parts(of: $0.span) }
          let precedes = parts.map { one in parts.map { Self.precedes(one, $0) } }
          for a in cells.indices {
            for b in cells.indices {
              // Equal cells have the same number of parts.
              if !precedes[a][b], !precedes[b][a], parts[a] != parts[b] {
                Issue.record("seed \(seed): \(cells[a]) and \(cells[b]) end differently")
              }
              if precedes[a][b], precedes[b][a] { Issue.record("seed \(seed): \(cells[a])") }
              for c in cells.indices where precedes[a][b] && precedes[b][c] && !precedes[a][c] {
                Issue.record("seed \(seed): \(cells[a]) < \(cells[b]) < \(cells[c])")
              }
            }
          }
          if isOfWholeRows { continue }
          let nothing = cells.indices.filter { index in
            let cell = cells[index]
            return CellText.isMissing(cell.span, CellText.trimmed(cell.span, 0..<cell.count))
          }
          for empty in nothing {
            for other in cells.indices { #expect(!precedes[empty][other]) }
          }
        }
      }
    }
  }

  /// Sorting in rounds gives the order of the whole keys.
  @Test(arguments: UInt64(1)...20)
  func `is what a view makes of them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isDescending = Bool.random(using: &random)
    let rows = (0..<Int.random(in: 1...600, using: &random)).map { _ in Self.cell(&random) }
    let world = SteppedWorld()
    let view = View(in: world)
    let content = Content(stored(rows.flatMap { $0 + [0x0A] }))
    let sort = RowSort(by: .natural, isDescending: isDescending)
    let found = try world.rows(ViewRequest(sort: sort), of: content, in: view)
    var key = SortKeyReader(sort, columns: nil)
    key.type = view.sortedType
    let parts = rows.map { key.parts(of: $0.span) }
    let wanted = rows.indices.sorted { a, b in
      if parts[a] != parts[b] { return parts[a].lexicographicallyPrecedes(parts[b]) }
      return a < b
    }
    #expect(found == wanted, "seed \(seed)")
  }
}
