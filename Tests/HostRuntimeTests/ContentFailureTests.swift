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
    let small = try SmallSession(script)
    small.session.begin()
    let content = try #require(small.session.stage.context.content)
    #expect(try small.turn { !content.facts(at: 0).isLoading })
    #expect(content.facts(at: 0).failure == failure)
    small.session.end()
  }
}
