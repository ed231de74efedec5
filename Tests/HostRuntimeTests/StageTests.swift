import HostStates
import HostSurface
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

@Suite struct `A stage` {
  private let noWorkers = ScriptedWorkers()

  init() { noWorkers.areThere = false }

  @Test func `tells children the size of the terminal, whenever it is another`() throws {
    let stage = try Stage()
    for (columns, rows) in [(80, 24), (100, 30), (100, 20)] {
      stage.resize(columns: columns, rows: rows)
      #expect(stage.context.terminalFacts.columns == columns)
      #expect(stage.context.terminalFacts.rows == rows)
    }
  }

  @Test func `has a child where its states file says`() throws {
    let scripted = try ScriptedStage(describing: {
      $0.insets = CellInsets(top: 1, right: 2, bottom: 0, left: 3)
    }).appear()
    #expect(scripted.child?.area == CellRectangle(column: 3, row: 1, columns: 15, rows: 2))
  }

  @Test func `gives plugins that are looked into as long as ever when time went on without it`()
    throws
  {
    let folder = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
    let catalogue = PluginCatalogue(of: folder, scansLater: true)
    let stage = try Stage(of: catalogue)
    let second: Int64 = 1_000_000_000
    let workers = ScriptedWorkers()
    let scan = CatalogueScan(of: catalogue, in: workers)
    scan.advance(to: 0)
    stage.follow(scan)
    #expect(stage.isScanning && stage.nextDeadline == 10 * second)
    stage.advance(to: 30 * second)
    stage.waitAnew(at: 30 * second)
    #expect(stage.nextDeadline == 40 * second)
    stage.followWorkers()
    #expect(stage.isScanning && catalogue.failures.isEmpty)
    stage.endScan()
    #expect(!stage.isScanning && workers.all.allSatisfy(\.hasEnded))
  }

  @Test func `looks at files that present nothing after its first frame, and rests then`() throws {
    let folder = try ScratchFolder(plugins: ["a", "b"])
    let cache = try ScratchFolder()
    let known = try PluginCatalogue(ofScanned: folder, cachedIn: cache)
    let stage = try Stage(of: known)
    stage.follow(CatalogueScan(of: known, in: ScriptedWorkers()))
    #expect(stage.nextDeadline == 100_000_000)
    stage.advance(to: 99_999_999)
    stage.followWorkers()
    #expect(stage.isScanning && !known.isChecked)
    stage.advance(to: 100_000_000)
    stage.followWorkers()
    #expect(known.isChecked && !stage.isScanning && stage.nextDeadline == nil)
  }

  @Test func `has its children find the present instant from the beginning`() throws {
    let small = try SmallSession("echo row")
    small.world.skip(nanoseconds: 5_000_000_000)
    small.session.begin()
    #expect(small.run.nowNanoseconds == 5_000_000_000)
  }

  @Test func `says once which plugins cannot be loaded, however long others are looked into`()
    throws
  {
    let folder = try ScratchFolder(plugins: ["a", "b", "c"])
    let catalogue = PluginCatalogue(of: folder, scansLater: true)
    let stage = try Stage(of: catalogue, workers: PluginWorkers(in: noWorkers, for: .auto))
    let second: Int64 = 1_000_000_000
    let scanners = ScriptedWorkers()
    stage.follow(CatalogueScan(of: catalogue, in: scanners, nanosecondsForFile: 100 * second))
    func turn(at now: Int64) {
      stage.advance(to: now)
      for scanner in scanners.all { stage.takeScan(Ready(scanner.token, isReadable: true)) }
      stage.followWorkers()
    }
    for _ in 0..<2 { turn(at: 0) }
    var finding = ByteWriter()
    ScanResult.failed(.told(what: "is none", remedy: ""), isOfContent: true).write(to: &finding)
    while catalogue.failures.count < 2 {
      let scanner = try #require(scanners.all.first { $0.takeTold().contains(where: \.isScan) })
      scanner.say(.scanned(finding.bytes[...]))
      turn(at: second)
    }
    #expect(stage.isScanning && stage.notice?.hasPrefix("not loaded: ") == true)
    turn(at: 5 * second)
    #expect(stage.isScanning && stage.notice == nil)
    stage.endScan()
  }

  @Test func `takes back what it has announced when it is time, and says when that is`() throws {
    let stage = try Stage(workers: PluginWorkers(in: noWorkers, for: .auto))
    stage.advance(to: 0)
    stage.announce("it was loaded again")
    stage.followWorkers()
    #expect(stage.notice == "it was loaded again")
    let deadline = try #require(stage.nextDeadline)
    stage.advance(to: deadline - 1)
    stage.followWorkers()
    #expect(stage.notice != nil)
    stage.advance(to: deadline)
    stage.followWorkers()
    #expect(stage.notice == nil && stage.nextDeadline == nil)
  }
}

extension HostMessage {
  fileprivate var isScan: Bool { if case .scan = self { true } else { false } }
}
