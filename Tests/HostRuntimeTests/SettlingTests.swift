import Foundation
import HostContent
import HostRuntime
import HostSystem
import HostWorkers
import StateContainer
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `A run that ends by itself` {
  /// So many rows that they are looked at beside the loop.
  private static let script = "seq 20000; sleep 0.2"

  @Test(arguments: [true, false])
  func `waits until the view shows what was asked for`(isLookedAt: Bool) throws {
    let small = try SmallSession(Self.script, endsWhenSettled: true)
    small.world.hasBackground = isLookedAt
    let session = small.session
    session.begin()
    let view = try #require(session.stage.context.view)
    #expect(try small.turn { session.stage.context.content?.facts(at: 0).rows == 20_000 })
    view.show(ViewRequest(filter: RowFilter(Array("9999".utf8))))
    if isLookedAt {
      while session.outcome == nil { try session.turn() }
      #expect(session.outcome == .done && view.facts.isComplete)
      #expect(view.facts.rows == 2)
    } else {
      // All is loaded and decided.
      #expect(
        try small.turn {
          session.stage.context.content?.facts(at: 0).isLoading == false
            && session.driver.nextDeadline == nil
        })
      #expect(session.outcome == nil)
    }
  }

  /// It may present the state that is shown.
  @Test func `waits until a plugin whose file has changed is scanned`() throws {
    let (folder, cache) = (try ScratchFolder(), try ScratchFolder())
    let file = try SmallPlugin().compile(into: folder)
    let known = try PluginCatalogue(ofScanned: folder, cachedIn: cache) {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data([0]))
      try handle.close()
    }
    known.beginCheck()
    let small = try SmallSession("echo a", endsWhenSettled: true, with: known)
    let (session, scanners) = (small.session, ScriptedWorkers())
    session.stage.follow(CatalogueScan(of: known, in: scanners))
    session.begin()
    func turn(until isDone: () -> Bool) throws {
      while session.outcome == nil, !isDone() {
        small.world.arrives = scanners.all.map { Ready($0.token, isReadable: true) }
        try session.turn()
      }
    }
    try turn {
      scanners.all.contains { scanner in
        scanner.told.contains { if case .scan = $0 { true } else { false } }
      }
    }
    try #require(session.outcome == nil && known.isChecked)
    var finding = ByteWriter()
    ScanResult.described(.unknown).write(to: &finding)
    for scanner in scanners.all { scanner.say(.scanned(finding.bytes[...])) }
    try turn { false }
    #expect(session.outcome == .done && known.isScanned)
  }

  @Test(arguments: [true, false])
  func `shows the first load of a source that is loaded again, or prints them all`(hasScreen: Bool)
    throws
  {
    let terminal = hasScreen ? NarrowTerminal(columns: 20, rows: 4) : nil
    let small = try SmallSession("echo a", on: terminal, every: 1_000_000, endsWhenSettled: true)
    let session = small.session
    session.begin()
    for _ in 0..<100 where session.outcome == nil { try session.turn() }
    #expect((session.outcome == .done) == hasScreen)
    #expect(small.rows == ["a"])
  }
}
