import HostPlugins
import HostRuntime
import Testing

@Suite struct `A load that has failed` {
  @Test(
    arguments: [
      ("exit 3", .exitStatus(3)), ("kill -9 $$", .signal(9)), ("true", nil),
    ] as [(String, ContentFacts.Failure?)])
  func `says how in the words of the plugin ABI`(
    script: String, failure: ContentFacts.Failure?
  ) throws {
    let small = try SmallSession(script).loaded()
    let content = try #require(small.run.content)
    #expect(content.facts(at: 0).failure == failure)
  }
}
