import HostPlugins
import Testing

@Suite struct `What is granted` {
  private func hash(_ digit: Character) throws -> ContentHash {
    try #require(ContentHash(text: String(repeating: digit, count: 64)))
  }

  private func kept(_ grants: PluginGrants) -> String {
    String(decoding: grants.fileBytes, as: UTF8.self)
  }

  @Test func `is added to what the same contents were granted before, and to that alone`() throws {
    var grants = PluginGrants()
    grants.grant(.network, to: "com.example.a", hash: try hash("a"))
    grants.grant(.run, to: "com.example.a", hash: try hash("a"))
    #expect(kept(grants).contains("network") && kept(grants).contains("run"))
    grants.grant(.filesRead, to: "com.example.a", hash: try hash("b"))
    #expect(kept(grants).contains("files:read"))
    #expect(!kept(grants).contains("network") && !kept(grants).contains("run"))
  }

  @Test func `is taken back once, from the child that is named`() throws {
    var grants = PluginGrants()
    grants.grant(.network, to: "com.example.a", hash: try hash("a"))
    grants.grant(.run, to: "com.example.b", hash: try hash("b"))
    let revoked = [grants.revoke("com.example.a"), grants.revoke("com.example.a")]
    #expect(revoked == [true, false])
    #expect(!kept(grants).contains("com.example.a") && kept(grants).contains("com.example.b"))
  }
}
