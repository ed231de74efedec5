import Glibc
import HostContent
import HostSystem

/// How long it takes to filter a file's ten million rows, asked by a plugin in a worker of the
/// whole program and by the view alone, against `grep -c`; to sort a million, against `sort`, and
/// ten million in the natural order, against other orders; and how much memory that needs.
struct ViewSpeed {
  let workshop: Workshop
  private static let runs = 3

  private struct Case {
    let name: String
    let filter: RowFilter
    let grep: [String]
    let goal: Double?
  }

  private static let cases = [
    Case(
      name: "whatever the case", filter: RowFilter(Array("worker-96".utf8)),
      grep: ["-i", "worker-96"], goal: 2),
    Case(
      name: "by an expression", filter: RowFilter(Array("WARN.*99 ms".utf8), kind: .expression),
      grep: ["-E", "WARN.*99 ms"], goal: nil),
    Case(
      name: "by another expression",
      filter: RowFilter(Array("[0-9]+99 ms".utf8), kind: .expression),
      grep: ["-E", "[0-9]+99 ms"], goal: nil),
    Case(
      name: "fuzzily", filter: RowFilter(Array("wrk96 items".utf8), kind: .fuzzy),
      grep: ["-Ei", "w.*r.*k.*9.*6.*"], goal: nil),
  ]

  func measure() -> [Measurement] {
    let ten = write(10_000_000, to: "ten-million.txt")
    let one = write(1_000_000, to: "one-million.txt")
    guard let content = ViewedContent(ten), let sorted = ViewedContent(one) else { return [] }
    var rows = askedByPlugin(ten) + Self.cases.map { filtering($0, content, ten) }
    rows.append(
      Measurement(
        name: "memory for a view of ten million rows that all match",
        value: "\(content.memory(of: RowFilter(Array("ms".utf8)))) bytes", number: 0))
    rows.append(sorting(RowSort(by: .text), "as text", sorted, ["sort", one]))
    rows.append(
      sorting(
        RowSort(by: .text, isDescending: true), "as text, the last first", sorted,
        ["sort", "-r", "-s", one]))
    return rows + naturally()
  }

  /// Ten million rows in the natural order, against the order by their leading number or bytes.
  private func naturally() -> [Measurement] {
    let cases: [(name: String, key: RowSort.Key, other: String, row: (Int) -> String)] = [
      ("numbers", .number, "by their numbers", { "\($0) row" }),
      ("sizes", .number, "by their numbers", { "\($0 % 10_000).\($0 % 10)K row" }),
      ("texts", .text, "by their bytes", { "item-\($0)" }),
    ]
    return cases.compactMap { name, key, other, row in
      var bytes: [UInt8] = []
      for number in 0..<10_000_000 {
        bytes += Array(row(number * 7919 % 10_000_019).utf8)
        bytes.append(0x0A)
      }
      guard let content = ViewedContent(workshop.write(bytes, to: "ten-million-\(name).txt")) else {
        return nil
      }
      var ours: [Double] = []
      var theirs: [Double] = []
      for _ in 0..<Self.runs {
        theirs.append(time { _ = content.show(ViewRequest(sort: RowSort(by: key))) })
        ours.append(time { _ = content.show(ViewRequest(sort: RowSort(by: .natural))) })
      }
      let ratio = median(ours) / median(theirs)
      return Measurement(
        name: "ten million \(name) sorted naturally", value: "\(text(median(ours) / 1e6)) ms",
        number: ratio,
        yardstick: "\(text(ratio, digits: 2)) x \(other) (\(text(median(theirs) / 1e6)) ms)")
    }
  }

  /// What filter-plugin.c asks for at a key, and the text of it.
  private static let asked = [("1", "9999999", "to the last match"), ("2", "ms", "that all match")]

  /// From a plugin's asking for rows until it knows that all have been looked at.
  private func askedByPlugin(_ file: String) -> [Measurement] {
    unsafe mkdir(workshop.folder + "/filter", 0o755)
    let words = [
      workshop.statehost, "--isolation", "auto", "--plugins", workshop.folder + "/filter", file,
    ]
    guard
      workshop.compile("filter-plugin", to: "filter/filter.so", ["-shared", "-fPIC"]) != nil,
      let process = ChildProcess.onTerminal(words, columns: 80, rows: 24)
    else { return [Measurement(name: "rows filtered", value: "no plugin", number: .nan)] }
    defer { process.finish(killing: true) }
    guard process.readText(after: "loaded-") == "10000000" else {
      return [Measurement(name: "rows filtered", value: "not loaded", number: .nan)]
    }
    return Self.asked.map { key, pattern, name in
      var ours: [Double] = []
      var theirs: [Double] = []
      var (count, grepCount) = ("", "")
      for _ in 0..<Self.runs {
        theirs.append(time { grepCount = countedByGrep([pattern], file) } / 1e6)
        process.type(key)
        let answer = process.readText(after: "took-")?.split(separator: "/") ?? []
        guard answer.count == 2, let milliseconds = Double(answer[0]) else { continue }
        ours.append(milliseconds)
        count = String(answer[1])
      }
      let ratio = median(ours) / median(theirs)
      return Measurement(
        name: "ten million rows filtered \(name) (\(count) match) for a plugin in a worker",
        value: "\(text(median(ours))) ms", number: ratio,
        yardstick:
          "\(text(ratio, digits: 2)) x grep -c (\(text(median(theirs))) ms, \(grepCount) match)",
        goal: "<= 2 x", isMet: ratio <= 2)
    }
  }

  private func countedByGrep(_ words: [String], _ file: String) -> String {
    ChildProcess.firstLine(of: ["env", "LC_ALL=C.UTF-8", "grep", "-c"] + words + [file])
  }

  private func filtering(_ one: Case, _ content: ViewedContent, _ file: String) -> Measurement {
    var ours: [Double] = []
    var theirs: [Double] = []
    var count = 0
    var grepCount = ""
    for _ in 0..<Self.runs {
      theirs.append(time { grepCount = countedByGrep(one.grep, file) })
      ours.append(time { count = content.show(ViewRequest(filter: one.filter)) })
    }
    let ratio = median(ours) / median(theirs)
    return Measurement(
      name: "ten million rows filtered \(one.name) (\(count) match)",
      value: "\(text(median(ours) / 1e6)) ms", number: ratio,
      yardstick:
        "\(text(ratio, digits: 2)) x grep -c (\(text(median(theirs) / 1e6)) ms, \(grepCount) match)",
      goal: one.goal.map { "<= \(text($0)) x" } ?? "", isMet: one.goal.map { ratio <= $0 })
  }

  private func sorting(
    _ sort: RowSort, _ name: String, _ content: ViewedContent, _ command: [String]
  ) -> Measurement {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.runs {
      theirs.append(
        time {
          _ = ChildProcess.firstLine(of: ["env", "LC_ALL=C"] + command + ["--output=/dev/null"])
        })
      ours.append(time { _ = content.show(ViewRequest(sort: sort)) })
    }
    let ratio = median(ours) / median(theirs)
    return Measurement(
      name: "a million rows sorted \(name)", value: "\(text(median(ours) / 1e6)) ms",
      number: ratio,
      yardstick: "\(text(ratio, digits: 2)) x sort (\(text(median(theirs) / 1e6)) ms)")
  }

  private func time(_ body: () -> Void) -> Double {
    let began = nanosecondsNow()
    body()
    return Double(nanosecondsNow() - began)
  }

  /// Lines of a log, of which each number is in one.
  private func write(_ count: Int, to name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 75)
    for number in 0..<count {
      let digits = Array(String(number + 100_000_000).utf8.dropFirst())
      bytes += digits
      bytes += number % 7 == 0 ? Array(" WARN worker-".utf8) : Array(" INFO worker-".utf8)
      bytes += Array(String(number % 97).utf8)
      bytes += Array(" request took ".utf8)
      bytes += Array(String(number * 7919 % 5000).utf8)
      bytes += Array(" ms path /api/v1/items/".utf8)
      bytes += Array(String(number * 104_729 % 1_000_003).utf8)
      bytes.append(0x0A)
    }
    return workshop.write(bytes, to: name)
  }
}
