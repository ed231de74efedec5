internal import ChildPluginAPI
internal import HostPlugins

/// Validator checks of a plugin's source of rows: complete rows, named columns, plausible progress,
/// any argument and option, a reason for failing, and an end when the host accepts no more.
///
/// Each source is told to stop after a while, as it may never end; a check of one that waits or has
/// no rows is skipped.
enum SourceChecks {
  private static let fewRows = 10
  private static let manyRows = 100_000

  static let all: [Check] = [
    eachSource("source-delivers", 1, "read delivers rows, or gives the reason for returning false")
    { session, type in
      let reading = try read(type, in: session)
      try expectReason(of: reading)
      return [reading]
    },
    eachSource("source-rows", 2, "delivered rows are complete, as the header requires") {
      session, type in
      let reading = try read(type, in: session)
      // Bytes may be delivered in pieces that end anywhere.
      let isWhole = reading.lastByte.map { $0 == UInt8(ascii: "\n") } ?? true
      try expect(
        isWhole || reading.isCutShort, "a newline at the end of the last row",
        else: "the row is cut")
      try expectNone(reading.faults.first, "only what the header allows") { $0 }
      return [reading]
    },
    eachSource("source-stops", 2, "read returns once its rows are no longer accepted") {
      session, type in
      var reading = try read(type, in: session, takingRows: fewRows)
      // The source may have fewer rows.
      if !reading.isCutShort, reading.hasRows {
        reading = try read(type, in: session, takingRows: 1)
      }
      try expect(
        reading.refusedCount < 4, "the end of read once row returns false",
        else: "\(reading.refusedCount) rows more")
      try expect(
        reading.isDone || !reading.isCutShort, "true when row returns false: that is not a failure",
        else: "false")
      return [reading]
    },
    eachSource(
      "source-columns", .warning(4), "a source that names columns delivers a cell for each of them"
    ) { session, type in
      let reading = try read(type, in: session)
      let rows = reading.hasNamedColumns ? reading.rowCount : 0
      try expect(
        rows <= 2 || reading.tabCount > 0,
        "a row with its cells, or a line with a tab between them",
        else: "\(rows - 1) rows of one cell, and more columns")
      try expect(
        rows <= fewRows || reading.mostCells >= reading.nameCount,
        "a cell for each of the \(reading.nameCount) columns",
        else: "no row with more than \(reading.mostCells)")
      try expect(
        !reading.hasNamesAsRow, "the column names only by columns",
        else: "they are also the first row")
      try expect(
        rows <= fewRows || reading.blankEndCount < rows - 1,
        "cells without a line end: getline leaves the newline",
        else: "each row ends with a carriage return, or with a blank for a newline")
      try expect(
        !reading.hasNamedColumns || !reading.hasByteOrderMark,
        "names without a byte order mark (U+FEFF)", else: "the first name begins with one")
      return [reading]
    },
    eachSource("source-progress", .warning(5), "progress is 0 to 1 and grows") { session, type in
      var readings: [SourceRecorder] = []
      // Some sources report progress only with certain options.
      let options = type.options.flatMap { option in
        (option.sampleValues + [Array("10".utf8)]).map {
          (option.name, $0) as SimulatedOptions.Override?
        }
      }
      for option in [nil] + options {
        let reading = try read(
          type, in: session, takingRows: option == nil ? manyRows : 1000, option: option)
        // An estimate may be slightly too high.
        try expect(
          reading.largestProgress < 2, "at most 1: it is not a percentage",
          else: "progress(\(reading.largestProgress)), which means unknown")
        try expect(
          !reading.hasGoneBack, "never less than before: it says how much is done",
          else: "less than before")
        try expect(
          reading.rowsUpToAll < fewRows,
          "values between 0 and 1: an integer quotient stays 0 until the end",
          else: "0, and \(reading.rowsUpToAll) rows later 1")
        guard option == nil else { continue }
        readings.append(reading)
        guard let end = progressAtEnd(of: reading), end <= 0.75 else { continue }
        // An option may make it deliver only some rows.
        let isCut = try options.contains { option in
          let other = try read(type, in: session, option: option)
          return progressAtEnd(of: other).map { $0 > 0.75 } ?? false
        }
        try expect(isCut, "about 1 at the end of all rows", else: "\(end)")
      }
      return readings
    },
    Check(
      "source-arguments", 3, "read accepts any argument and option, and reads only up to their size"
    ) { session in
      for type in try session.sources() {
        func reading(
          _ argument: String?, in memory: ArgumentMemoryOptions = .guarded,
          _ option: SimulatedOptions.Override? = nil
        ) throws -> SourceRecorder {
          try read(
            type, in: session, takingRows: fewRows, argument: argument, memory, option: option)
        }
        for argument in [
          nil, "/dev/null", "2026", "7", "x", "no such thing", String(repeating: "9", count: 4096),
        ] {
          let first = try reading(argument)
          try expectReason(of: first)
          // The system refuses a name that ends beyond readable memory, and the source fails.
          guard !first.isDone, try reading(argument, in: []).isDone, try !reading(argument).isDone
          else { continue }
          try fail(
            "true, as for an argument with a NUL behind it: a text has a length and no NUL",
            but: "false, and the reason \"\(first.reason ?? "")\"")
        }
        for option in type.options where option.kind == .text {
          for value in EdgeCaseBytes.options {
            try expectReason(of: try reading(nil, (option.name, value)))
          }
        }
      }
    },
    eachSource("source-same-rows", 4, "delivered rows do not depend on uninitialised memory") {
      session, type in
      let readings = try [0, UInt8(ascii: "9"), 0, UInt8(ascii: "9")].map { byte in
        session.monitor.unwrittenByte = byte
        return try read(type, in: session, takingRows: 200)
      }
      let digests = readings.map(\.digest)
      // Rows that differ in every run prove nothing.
      try expect(
        digests[0] == digests[1] || digests[0] != digests[2] || digests[1] != digests[3],
        "the same rows: a text has a length and no NUL, and variables are initialised",
        else: "other rows when the stack held other bytes")
      return readings
    },
    Check("source-unknown-ids", 2, "read returns false for an unknown id") { session in
      for type in try session.sources() {
        let similar = [type.id + "x", type.id + ".x", String(type.id.dropLast())]
        for id in ["org.statehost.no-such-source", ""] + similar {
          for argument in Set(["", session.argument ?? ""]) {
            let reading = SourceRecorder(of: type, in: session, takingRows: fewRows)
            session.monitor.record[.mayWait] = false
            try expect(
              !(try session.plugin().read(id, argument: argument, for: reading)),
              "false for the unknown id \"\(id)\"", else: "true")
          }
        }
      }
    },
    Check(
      "source-folders", .warning(5),
      "a source that reads files does not take a folder for an empty one", options: [.mayNotSpin]
    ) { session in
      for type in try session.sources() where type.needs.contains(CHILDPLUGIN_NEED_FILES_READ) {
        // An argument that names nothing fails, so it is no pattern.
        if try read(type, in: session, takingRows: fewRows, argument: "/no such file").isDone {
          continue
        }
        // A small one, for a source that reads all in it; where it is missing, reading it fails.
        let folder = "/usr/lib/locale/C.utf8"
        let reading = try read(type, in: session, takingRows: fewRows, argument: folder)
        try expect(
          !reading.isDone || reading.hasRows,
          "false for the folder \"\(folder)\", and the reason by fail: reading it as a file fails",
          else: "true, without rows")
      }
    },
  ]

  /// The last progress of a source that has delivered all its rows; nil if it tells nothing.
  private static func progressAtEnd(of reading: SourceRecorder) -> Double? {
    guard reading.isDone, !reading.isCutShort, reading.rowCount >= 2 * fewRows else { return nil }
    return reading.lastProgress?.fraction
  }

  /// A check of each source; skipped if one of its readings delivers no rows.
  private static func eachSource(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ body: @escaping @Sendable (CheckSession, ChildType) throws -> [SourceRecorder]
  ) -> Check {
    Check(name, level, purpose) { session in
      var reason: String?
      for type in try session.sources() {
        let silent = try body(session, type).first { !$0.hasRows }
        reason = reason ?? silent.map { noRows(from: type, $0, session.argument) }
      }
      if let reason { throw CheckOutcome.skipped(reason) }
    }
  }

  /// That a source has delivered no rows, with advice to give it an argument.
  private static func noRows(from type: ChildType, _ reading: SourceRecorder, _ argument: String?)
    -> String
  {
    let given = argument.map { " for the argument \"\($0)\"" } ?? ""
    let words = reading.reason.map { " (it said \"\($0)\")" } ?? ""
    let needs = PluginNeeds(words: type.needs).words
    let grant = needs.isEmpty ? "" : ", --grant \(type.id)=\(needs.joined(separator: ","))"
    return "no row came of \(type.id)\(given)\(words): give it an argument or options: "
      + "--argument WHAT, -o NAME=VALUE\(grant)"
  }

  /// Fails unless a source gives a reason of one line exactly when it fails.
  private static func expectReason(of reading: SourceRecorder) throws {
    let (reason, isDone) = (reading.reason ?? "", reading.isDone)
    try expect(
      isDone || !reason.isEmpty, "true, or a reason by fail", else: "false, without a reason")
    try expect(!isDone || reading.reason == nil, "false, because it called fail", else: "true")
    try expect(
      !reason.utf8.contains(0x0A), "one line, with the remedy as a separate text",
      else: "\"\(reason)\"")
  }

  /// Reads a source once.
  ///
  /// Its argument is the user's by default; its options are a run's, except `option`. A source that
  /// takes its argument for a C string fails only the check that chooses other memory for it.
  static func read(
    _ type: ChildType, in session: CheckSession, takingRows count: Int = manyRows,
    argument: String? = nil, _ memory: ArgumentMemoryOptions = [],
    option: SimulatedOptions.Override? = nil
  ) throws -> SourceRecorder {
    let reading = SourceRecorder(of: type, in: session, takingRows: count, option: option)
    defer { session.monitor.record[.mayWait] = false }
    reading.isDone = try session.plugin().read(
      type.id, argument: argument ?? session.argument ?? "", in: memory, for: reading)
    return reading
  }
}

/// The simulated host of a source in a validator check: receives its rows and progress, tells it to
/// stop at a row limit or after 500 ms, answers options, and records row properties and mistakes.
final class SourceRecorder: SourceHost {
  private let rowsLimit: Int
  private let monitor: CallMonitor
  private let beganNanoseconds = RealTime.nowNanoseconds
  private let options: SimulatedOptions
  /// What `read` has returned.
  fileprivate(set) var isDone = false
  private(set) var rowCount = 0
  private(set) var lastByte: UInt8?
  /// Whether it has named two or more columns, and the number of tabs in the rows after that.
  private(set) var hasNamedColumns = false
  private(set) var tabCount = 0
  /// The number of columns that it has named, and the largest number of cells in a row after that.
  private(set) var (nameCount, mostCells) = (0, 0)
  private var cellsInRow = 1
  private(set) var hasByteOrderMark = false
  /// The number of rows that end with a blank or a carriage return.
  private(set) var blankEndCount = 0
  /// Whether the first row repeats the column names, and the second does not.
  private(set) var hasNamesAsRow = false
  private var names: [UInt8] = []
  private var isNaming = false
  private var nameRowCount = 0
  /// Whether it was told to stop.
  private(set) var isCutShort = false
  /// The number of deliveries after it was told to stop.
  private(set) var refusedCount = 0
  /// Its reason for failing; nil if it gave none.
  private(set) var reason: String?
  /// The hash of all delivered bytes.
  private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
  /// Whether its progress has decreased.
  private(set) var hasGoneBack = false
  private(set) var lastProgress: (fraction: Double, row: Int)?
  /// The number of rows between a reported progress of 0 and the next report, if that is 1.
  private(set) var rowsUpToAll = 0
  private(set) var largestProgress = 0.0
  /// The names of the options that it read, each once.
  private(set) var askedOptions: [Located<String>] = []
  private(set) var optionReads = OptionReads()
  private(set) var faults: [String] = []

  init(
    of type: ChildType, in session: CheckSession, takingRows rowsLimit: Int,
    option: SimulatedOptions.Override? = nil
  ) {
    self.rowsLimit = rowsLimit
    monitor = session.monitor
    monitor.record[.mayWait] = true
    options = session.options(of: type, option)
  }

  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isCutShort else {
      refusedCount += 1
      return false
    }
    let tabs = unsafe bytes.count { $0 == UInt8(ascii: "\t") }
    if isNaming {
      names = unsafe Array(bytes)
      hasNamedColumns = tabs > 0
      nameCount = tabs + 1
      nameRowCount += 1
    } else {
      let isNames = unsafe !names.isEmpty && names.elementsEqual(bytes)
      if !names.isEmpty, rowCount == nameRowCount { hasNamesAsRow = isNames }
      if rowCount == nameRowCount + 1, isNames { hasNamesAsRow = false }
      tabCount += tabs
      unsafe countCells(bytes)
    }
    isNaming = false
    unsafe rowCount += bytes.count { $0 == UInt8(ascii: "\n") }
    if lastByte == nil {
      hasByteOrderMark = unsafe bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    }
    lastByte = unsafe bytes.last ?? lastByte
    unsafe blankEndCount += zip(bytes, bytes.dropFirst()).count {
      ($0.0 == 0x20 || $0.0 == 0x0D) && $0.1 == 0x0A
    }
    unsafe bytes.forEach { digest = (digest ^ UInt64($0)) &* 0x100_0000_01B3 }
    let passed = RealTime.nowNanoseconds - beganNanoseconds
    // A source that may never end is told to stop after 500 ms.
    isCutShort = rowCount >= rowsLimit || passed > 500_000_000
    // From here on it must return.
    monitor.record[.mayWait] = !isCutShort
    return !isCutShort
  }

  private func countCells(_ bytes: UnsafeRawBufferPointer) {
    var (cells, most) = (cellsInRow, mostCells)
    unsafe bytes.forEach { byte in
      if byte == UInt8(ascii: "\t") { cells += 1 }
      most = max(most, cells)
      if byte == UInt8(ascii: "\n") { cells = 1 }
    }
    (cellsInRow, mostCells) = (cells, most)
  }

  /// Whether a row or the beginning of one has arrived, besides column names.
  var hasRows: Bool {
    rowCount > nameRowCount || lastByte.map { $0 != UInt8(ascii: "\n") } ?? false
  }

  func nameColumns() { isNaming = true }
  func progress(_ fraction: Double?) {
    guard let fraction else { return }
    if let lastProgress {
      hasGoneBack = hasGoneBack || fraction < lastProgress.fraction
      if (lastProgress.fraction, fraction) == (0, 1), lastProgress.row > nameRowCount {
        rowsUpToAll = rowCount - lastProgress.row
      }
    }
    lastProgress = (fraction, rowCount)
  }
  func progressedBeyondEnd(_ number: Double) {
    largestProgress = max(largestProgress, number.isFinite ? number : 0)
  }
  func fail(_ what: String, remedy: String) {
    monitor.endIfPanicked(what)
    reason = what
  }
  func log(_ level: UInt32, _ text: String) {}
  func misused(_ what: String) { faults.append(what) }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    let isNew = !askedOptions.contains { $0.what == name }
    if isNew { askedOptions.append(monitor.seen(name)) }
    let value = options[name]
    if value != nil { optionReads.noteRead(name) }
    return value.map { unsafe monitor.copy($0, into: buffer) }
  }

  func optionParsed(_ name: String, isOfType: Bool) { optionReads.noteParsed(name, isOfType) }
}
