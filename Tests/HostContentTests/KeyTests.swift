import Testing

@testable import HostContent

/// The key columns of a table, detected from its rows.
@Suite struct `The key of a table` {
  /// The names of the key columns; empty for the whole text.
  static func key(_ text: String, named request: [String]? = nil) -> [String] {
    let format: Columns.Request = text.hasPrefix("name\t") ? .tabSeparated : .automatic
    let content = FedContent(.with { $0.columns = format }).load(text)
    let identifier = RowTracker(in: SteppedWorld(), key: request)
    identifier.detectKeyNow(for: content)
    return (identifier.key(of: content) ?? []).map { content.columns?.names[$0] ?? "" }
  }

  private static let allPods = """
    NAMESPACE     NAME                      READY   STATUS    RESTARTS      AGE
    default       web-7d9c5b8f6d-2xkqp      1/1     Running   0             5d1h
    default       web-7d9c5b8f6d-9v4tz      1/1     Running   2 (3d ago)    5d1h
    kube-system   coredns-5d78c9869d-7m2xk  1/1     Running   1 (17h ago)   12d
    """

  private static let samePods = """
    NAMESPACE   NAME     READY   STATUS
    blue        worker   1/1     Running
    green       worker   1/1     Running
    green       web      0/1     Pending
    """

  private static let images = """
    REPOSITORY   TAG      IMAGE ID       CREATED        SIZE
    nginx        latest   a1b2c3d4e5f6   2 weeks ago    187MB
    nginx        1.2.5    a1b2c3d4e5f6   2 weeks ago    187MB
    redis        1.2.5    0f9e8d7c6b5a   3 months ago   138MB
    """

  private static let owners = """
    UID          PID    PPID  C STIME TTY          TIME CMD
    root           1       0  0 03:03 ?        00:00:09 /sbin/init
    ann           87       1  0 10:41 pts/1    00:14:02 vim notes
    """

  private static let stopped = """
    NAMES    IMAGE     STATUS
    cache    redis:7   Exited (0) 3 days ago
    web      nginx:1   Up 2 hours
    worker   app:3     Exited (1) 2 hours ago
    """

  private static let mounts = """
    Filesystem      Size  Used Avail Use% Mounted on
    tmpfs           2.4G  1.2M  2.4G   1% /run
    tmpfs            12G  4.0K   12G   1% /dev/shm
    /dev/vda1       252G   16G   80G  16% /
    """

  @Test(arguments: [
    (EdgeCaseBytes.processes, ["PID"]), (owners, ["PID"]),
    (allPods, ["NAMESPACE", "NAME"]), (samePods, ["NAMESPACE", "NAME"]),
    (stopped, ["NAMES"]), (EdgeCaseBytes.pods, ["NAME"]),
    (EdgeCaseBytes.containers, ["CONTAINER ID"]),
    (images, ["REPOSITORY", "TAG"]), (mounts, ["Mounted on"]),
    (EdgeCaseBytes.disks, ["Filesystem"]), (EdgeCaseBytes.blockDevices, ["NAME"]),
    ("id,city,score\n7,Paris,12\n8,Oslo,12\n9,Paris,7\n10,Rome,7\n", ["id"]),
    ("city\tuserId\tscore\nParis\t1\t12\nOslo\t2\t12\nParis\t3\t7\n", ["userId"]),
    // Numbers without a telling name, and times, do not identify rows.
    ("WHO   COUNT  AT        SHARE\nann   1      10:00:01  1/3\nann   2      10:00:02  2/3\n", []),
    // Neither do ranks, which another row takes in the next load, or prices.
    ("POS  TEAM   POINTS\n#1   red    9\n#2   red    8\n#3   blue   7\n", []),
    ("pos\tteam\tscore\n1.\tred\t9\n2.\tblue\t8\n3.\tgreen\t7\n", ["team"]),
    ("name\tid\tprice\nred\t#1\t$9\nred\t#2\t$8\n", ["id"]),
    ("NO  TEAM  POINTS\n1.  red   9\n2.  red   8\n3.  blue  7\n", []),
    // Numbers of builds and the like do.
    ("BUILD  BRANCH  STATE\n#101   main    ok\n#102   main    ok\n#103   main    ok\n", ["BUILD"]),
    ("ISSUE  STATE  AUTHOR\n#1     open   ann\n#3     open   ann\n#4     open   ann\n", ["ISSUE"]),
    ("PR   STATE  AUTHOR\n#7   open   ann\n#6   open   ann\n#5   open   ann\n", ["PR"]),
    ("name\tjob\tstate\nred\t12\topen\nred\t14\topen\n", ["job"]),
    // Neither do columns with empty or equal cells.
    ("name\tplace\na\tx\n\ty\nc\tz\n", ["place"]), ("name\tplace\na\tx\na\tx\nc\tz\n", []),
    (EdgeCaseBytes.commits, []), (EdgeCaseBytes.names, []),
  ])
  func `is the likeliest set of columns that no two rows share`(text: String, names: [String]) {
    #expect(Self.key(text) == names)
  }

  @Test(
    arguments: [
      "id", "ID", "Id", "user_id", "user id", "userId", "userID", "PID", "UID", "uuid", "GUID",
    ].map { ($0, true) } + ["PAID", "valid", "USERID", "COUNT", "idle"].map { ($0, false) })
  func `is a number only where its name says so`(column: String, isKey: Bool) {
    let text = "name\t\(column)\na\t1\na\t2\nb\t3\n"
    #expect(Self.key(text) == (isKey ? [column] : []))
  }

  @Test(arguments: [
    (["COMMAND"], ["COMMAND"]), (["pid", "user"], ["PID", "USER"]), (["2"], ["PID"]),
    (["PID", "2"], ["PID"]), (["NOBODY"], []), (["PID", "99"], []),
  ])
  func `is what the user asks for, by names or numbers`(asked: [String], names: [String]) {
    #expect(Self.key(EdgeCaseBytes.processes, named: asked) == names)
  }

  @Test(arguments: [(0, true), (1, true), (2, false)])
  func `may have a measure in one cell of ten`(count: Int, isKey: Bool) {
    let rows = (0..<10).map { $0 < count ? "\($0 + 1)m\tx\n" : "w\($0)a\tx\n" }
    #expect(Self.key("name\tplace\n" + rows.joined()) == (isKey ? ["name"] : []))
  }

  @Test(arguments: 1...4)
  func `has as many columns as tell rows apart, at most three`(count: Int) {
    let names = ["name", "kind", "place", "shape"].prefix(count)
    let rows = (0..<1 << count).map { number in
      (0..<count).map { number >> $0 & 1 == 0 ? "a\t" : "b\t" }.joined() + "x\n"
    }
    let text = names.map { "\($0)\t" }.joined() + "note\n" + rows.joined()
    #expect(Self.key(text) == (count < 4 ? Array(names) : []))
  }

  @Test(arguments: [1, 2, 16, 17])
  func `is looked for in the first 16 columns`(number: Int) {
    let names = ["name"] + (2...17).map { "c\($0)" }
    let rows = ["a", "b", "c"].map { cell in (1...17).map { $0 == number ? cell : "x" } }
    let text = ([names] + rows).map { $0.joined(separator: "\t") + "\n" }.joined()
    #expect(Self.key(text) == (number < 17 ? [names[number - 1]] : []))
  }

  @Test(
    arguments: [
      (EdgeCaseBytes.processes, ["PID", "NOBODY"], "NOBODY"),
      (EdgeCaseBytes.processes, ["PID"], nil),
      ("a\nb\n", ["PID"], "PID"),
    ] as [(String, [String], String?)])
  func `says which column that was asked for is not there`(
    text: String, columns: [String], missing: String?
  ) {
    let tracker = RowTracker(in: SteppedWorld(), key: columns)
    #expect(tracker.missingColumn(in: FedContent().load(text)) == missing)
  }

  @Test(
    arguments: [
      (.empty, ["", "-", "<none>", "null"]),
      (
        .integer,
        [
          "0", "-17", "1,024", "#1", "12.", "3)", "[4]", "5:", "6*", "1st", "2nd", "3rd", "14th",
        ]
      ),
      (
        .measure,
        [
          "80%", "0.3", "1/2", "3.5Gi", "187MB", "5d3h", "3m12s", "250ms", "10:00", "0:09",
          "1-02:03:04", "2026-01-02", "2026-01-02T10:00:00Z", "Nov 21 03:03", "2 hours ago",
          "212 (4m ago)", "Up 3 weeks", "Exited (0) 3 days ago", "5min left",
          "Mon 2026-01-02 10:00:00 UTC", "2026-01-02 10:00:00 +0000 UTC", "1.5 GB", "3MiB / 7GiB",
          "2.5MB/s", "300kbps", "9 req/s", "$3.50", "€4", "5 USD", "−6", "21.5°C", "40µs", "7 ↑",
          "1.5e-05",
        ]
      ),
      (
        .other,
        [
          "long ago", "1.2.3", "10.1.0.12", "253:0", "web-0", "4f5ce2a1b3c4", "pts/0",
          "10.0.0.1:80", "::1", "2001::", "1/0/1", "#1x", "3com", "2nd floor", "12-a", "12-b",
          "3/d", "7-min",
        ]
      ),
    ] as [(RowKeyCellKind, [String])])
  func `leaves out what is measured`(kind: RowKeyCellKind, cells: [String]) {
    for cell in cells { #expect(RowKeyCellKind(Array(cell.utf8).span) == kind, "\(cell)") }
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 20_000, 1_000_000])
  func `is looked for in all rows of a small table, and in eight blocks of a large one`(count: Int)
  {
    let rows = RowKeySample.rows(of: count)
    #expect(rows.reduce(0) { $0 + $1.count } == min(count, RowKeySample.maxRows))
    #expect(rows.count == (count > RowKeySample.maxRows ? 9 : 1))
    for (before, after) in zip(rows, rows.dropFirst()) {
      #expect(before.upperBound <= after.lowerBound)
    }
    #expect(rows.first?.lowerBound == 0 && rows.last?.upperBound == count)
  }
}
