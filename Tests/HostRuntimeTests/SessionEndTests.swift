import Foundation
import Glibc
import HostContent
import HostPlugins
import HostRuntime
import HostSystem
import Testing

@Suite struct SessionEndTests {
  /// A session that shows nothing, of a command that says its number and stays.
  private func session(in world: SmallWorld) -> Session {
    let log = PluginLog(file: nil)
    let output = CapturedOutput(nil, log: log)
    let catalogue = PluginCatalogue(for: ProgramName(name: "test", version: "1"))
    let stage = Stage(
      Arrangement(of: catalogue), catalogue: catalogue, log: log, output: output)
    let feed = SourceFeed(title: "a script", everyNanoseconds: nil, reusesLoader: true) {
      ContentLoader(.command(["sh", "-c", "echo $$; exec sleep 600"]), in: world.sources)
    }
    return Session(
      in: world, stage: stage, feed: feed, screen: nil, inbox: PluginInbox(), output: output,
      log: log, behaviour: Session.Behaviour())
  }

  @Test(arguments: [false, true])
  func `the command ends with the session, also when the world cannot wait any more`(
    isBroken: Bool
  ) throws {
    let world = try SmallWorld()
    let session = session(in: world)
    session.begin()
    let loader = try #require(session.feed?.loader)
    while loader.content.rowCount == 0 { try session.turn() }
    let number = loader.content.withRow(0) { bytes, _ in
      pid_t(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
    }
    world.isBroken = isBroken
    if isBroken { #expect(throws: SystemError.self) { try session.run() } }
    session.end()
    let process = try #require(number)
    #expect(hasEnded(process))
    // Where the end was broken off, nobody has reaped it.
    _ = waitpid(process, nil, WNOHANG)
  }

  /// Whether a process ends, and is at most a zombie, before this test's patience does.
  private func hasEnded(_ number: pid_t) -> Bool {
    for _ in 0..<60_000 {
      guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
        return true
      }
      if stat.contains(") Z ") { return true }
      usleep(1_000)
    }
    return false
  }
}
