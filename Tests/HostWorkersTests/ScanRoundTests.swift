import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A scan by scripted workers` {
  private static let second: Int64 = 1_000_000_000
  private let scanners = SayingWorld()
  private let files: [PluginFile]

  /// Compiled once, and copied.
  private static let folder = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    let plugin = try SmallPlugin().compile(into: folder, as: "a.so")
    for name in ["b", "c", "d"] {
      try FileManager.default.copyItem(atPath: plugin, toPath: folder.path + "/\(name).so")
    }
    return folder
  }

  init() throws {
    let path = try Self.folder.get().path
    files = try ["a", "b", "c", "d"].map { try PluginFile(checking: path + "/\($0).so") }
  }

  /// Of the first so many files.
  private func round(of count: Int, tolerating: Bool = false) -> ScanRound {
    for file in files { file.trust.toleratesWeakerSandbox = tolerating }
    let round = ScanRound(
      of: Array(files.prefix(count)), in: scanners, nanosecondsForFile: Self.second)
    round.advance(to: 0)
    return round
  }

  private func say(
    _ messages: WorkerMessage..., by scanner: Int, to round: ScanRound, at now: Int64 = 0
  ) {
    for message in messages { scanners.all[scanner].say(message) }
    take(scanner, round, at: now)
  }

  private func sayEnd(by scanner: Int, to round: ScanRound) {
    scanners.all[scanner].say(.end)
    take(scanner, round)
  }

  /// What a scanner has said is taken.
  private func take(_ scanner: Int, _ round: ScanRound, at now: Int64 = 0) {
    round.take(Ready(scanners.all[scanner].token, isReadable: true), at: now)
    round.advance(to: now)
  }

  private func found(_ name: String, and more: [UInt8] = []) -> WorkerMessage {
    let finding = ScanResult.failed(.told(what: name, remedy: ""), isOfContent: true)
    var writer = ByteWriter()
    finding.write(to: &writer)
    return .scanned(writer.bytes[...] + more)
  }

  private func what(_ finding: ScanResult?) -> String? {
    guard case .failed(let problem, _)? = finding else { return nil }
    return problem.text.what
  }

  /// The files that a scanner was told to look into.
  private func scanned(by scanner: Int) -> [String] {
    scanners.all[scanner].told.compactMap { message in
      if case .scan(let path) = message { String(path.suffix(4)) } else { nil }
    }
  }

  @Test(
    arguments: [
      ([.files], "Landlock"), ([.calls], "seccomp"), ([.limits], "resource limits"),
      ([.privileges], "the loss of privileges"), ([.files, .calls], "Landlock and seccomp"),
    ] as [(SandboxParts, String)])
  func `gives no file to a worker whose sandbox lacks something, and starts no other`(
    parts: SandboxParts, names: String
  ) throws {
    let round = round(of: 4)
    say(.opened(lacking: parts), by: 0, to: round)
    #expect(scanned(by: 0) == [] && scanners.all[0].hasEnded)
    say(.opened(lacking: parts), by: 1, to: round)
    #expect(round.isDone && scanners.all.count == 2)
    for finding in round.findings {
      #expect(what(finding)?.hasSuffix("incomplete: this system lacks \(names)") == true)
    }
  }

  @Test func `gives it files where the user says so of each`() throws {
    for file in files { file.trust.toleratesWeakerSandbox = true }
    files[1].trust.toleratesWeakerSandbox = false
    let mixed = ScanRound(of: files, in: scanners, nanosecondsForFile: Self.second)
    mixed.advance(to: 0)
    #expect(scanners.all.allSatisfy { $0.told.last == .order(.scan, []) })
    let round = round(of: 1, tolerating: true)
    #expect(scanners.all[2].told.last == .order(.scan, [], mayLack: .all))
    say(.opened(lacking: [.files]), by: 2, to: round)
    #expect(scanned(by: 2) == ["a.so"])
  }

  @Test func `begins with a file when the sandbox stands, and names what is looked into`() throws {
    let round = round(of: 1)
    #expect(scanned(by: 0) == [] && round.current.map(\.path) == [files[0].path])
    #expect(round.nextDeadline == 10 * Self.second, "for its start")
    say(.opened(lacking: []), by: 0, to: round, at: 5)
    #expect(scanned(by: 0) == ["a.so"])
    #expect(round.nextDeadline == Self.second + 5)
    say(.step("init"), by: 0, to: round, at: 7)
    #expect(round.nextDeadline == Self.second + 5 && !round.isDone)
    say(found("it"), by: 0, to: round)
    #expect(round.isDone && what(round.findings[0]) == "it")
    #expect(scanners.all[0].hasEnded && round.nextDeadline == nil)
  }

  @Test func `says in which step a file was when it took too long`() throws {
    let round = round(of: 1)
    say(.opened(lacking: []), .step("init"), by: 0, to: round)
    round.advance(to: Self.second - 1)
    #expect(!round.isDone)
    scanners.all[0].prints = [Array("first\nlast".utf8)]
    round.take(Ready(scanners.all[0].outputToken, isReadable: true), at: 0)
    round.advance(to: Self.second)
    #expect(
      what(round.findings[0])
        == #"did not come back within 1.0 s when it was scanned, in init, saying "last""#)
    guard case .failed(_, isOfContent: true)? = round.findings[0] else {
      Issue.record("it is the file's fault")
      return
    }
  }

  @Test func `says of a file what it printed itself, and nothing of the one before`() throws {
    let round = round(of: 4)
    say(.opened(lacking: []), by: 0, to: round)
    let before = scanned(by: 0).count
    scanners.all[0].prints = [Array("of the one before".utf8)]
    say(found("it"), by: 0, to: round)
    scanners.all[0].prints = [Array("when that ended".utf8)]
    round.advance(to: 1)
    #expect(scanned(by: 0).count == before + 1)
    say(.step("init"), by: 0, to: round)
    scanners.all[0].prints += [Array("its own".utf8)]
    sayEnd(by: 0, to: round)
    #expect(round.findings.compactMap(what).allSatisfy { !$0.contains("one before") })
  }

  @Test(arguments: [1, 2]) func `gives files as long as ever when time went on without them`(
    count: Int
  ) throws {
    let round = round(of: count)
    round.waitAnew(at: 3 * Self.second)
    #expect(round.nextDeadline == 13 * Self.second)
    for scanner in (0..<count).reversed() {
      say(.opened(lacking: []), .step("init"), by: scanner, to: round, at: 3 * Self.second)
      #expect(round.nextDeadline == 4 * Self.second)
    }
    round.waitAnew(at: 9 * Self.second)
    #expect(round.nextDeadline == 10 * Self.second)
  }

  @Test(
    arguments: [([], "a worker, before anything was loaded"), (["dlopen", "init"], "init")]
      as [([String], String)])
  func `names the last step that was begun, and what was printed last, up to 200 bytes`(
    steps: [String], place: String
  ) throws {
    let round = round(of: 1)
    say(.opened(lacking: []), by: 0, to: round)
    for step in steps { say(.step(step), by: 0, to: round) }
    let long = String(repeating: "x", count: 3000)
    scanners.all[0].prints = ["one\n", long].map { Array($0.utf8) }
    sayEnd(by: 0, to: round)
    let said = #", saying "\#(long.prefix(200))""#
    #expect(what(round.findings[0]) == "crashed (SIGSEGV) when it was scanned, in \(place)\(said)")
  }

  @Test func `gives no worker a file that is no library, and goes on with the next`() throws {
    let folder = try ScratchFolder()
    let other = try PluginFile(checking: folder.write("no library", to: "x.so"))
    let round = ScanRound(
      of: [other, files[0], other, files[1]], in: scanners, nanosecondsForFile: Self.second)
    round.advance(to: 0)
    #expect(round.current.map(\.path) == [files[0].path, files[1].path])
    for scanner in 0...1 { say(.opened(lacking: []), found("it"), by: scanner, to: round) }
    #expect(round.isDone && scanners.all.count == 2)
    #expect(round.findings.map { what($0) == "it" } == [false, true, false, true])
    #expect(round.findings.allSatisfy { $0 != nil })
  }

  @Test(arguments: 0..<5)
  func `ends a worker that says what no scan says`(index: Int) throws {
    let messages: [WorkerMessage] = [
      .step("init"), .opened(lacking: []), .idle, .scanned([9]), found("it", and: [0]),
    ]
    let round = round(of: 1)
    if index > 0 { scanners.all[0].say(.opened(lacking: [])) }
    say(messages[index], by: 0, to: round)
    #expect(scanners.all[0].hasEnded && round.isDone)
    let what = index > 0 ? "sent an invalid message" : "the plugin cannot be scanned"
    #expect(self.what(round.findings[0])?.hasPrefix(what) == true)
  }

  @Test func `goes on in another worker when a file has ended the one before`() throws {
    let round = round(of: 4)
    for scanner in 0...1 { say(.opened(lacking: []), by: scanner, to: round) }
    #expect(scanned(by: 0) == ["a.so"] && scanned(by: 1) == ["b.so"])
    say(found("of a"), by: 0, to: round)
    say(.step("init"), by: 0, to: round)
    #expect(scanned(by: 0) == ["a.so", "c.so"])
    sayEnd(by: 0, to: round)
    #expect(what(round.findings[2]) == "crashed (SIGSEGV) when it was scanned, in init")
    #expect(scanners.all.count == 3 && scanners.all[0].hasEnded && !round.isDone)
    say(.opened(lacking: []), by: 2, to: round)
    #expect(scanned(by: 2) == ["d.so"])
    say(found("of d"), by: 2, to: round)
    #expect(!round.isDone && round.current.map(\.path) == [files[1].path])
    say(found("of b"), by: 1, to: round)
    #expect(round.isDone && round.findings.map { what($0)?.suffix(4) }[0...1] == ["of a", "of b"])
  }

  @Test(arguments: [true, false])
  func `starts no more workers when none can be started, or one ends before its sandbox stands`(
    canStart: Bool
  ) throws {
    scanners.canStart = canStart
    let round = round(of: 4)
    for scanner in scanners.all.indices { sayEnd(by: scanner, to: round) }
    #expect(round.isDone && scanners.all.count == (canStart ? 2 : 0))
    #expect(round.findings.allSatisfy { what($0)?.contains("no worker can be started") == true })
  }

  @Test func `that ends looks into nothing more`() throws {
    let round = round(of: 4)
    #expect(scanners.all.count == 2)
    round.end()
    #expect(round.isDone && scanners.all.allSatisfy(\.hasEnded))
    #expect(round.findings.allSatisfy { $0 == nil })
  }
}
