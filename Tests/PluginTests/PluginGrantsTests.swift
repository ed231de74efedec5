import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `What is granted` {
  private func contents(_ digit: Character) throws -> PluginGrant.Basis {
    .contents(
      PluginFingerprint(file: try #require(ContentHash(text: String(repeating: digit, count: 64)))))
  }

  private func words(_ grants: PluginGrants, _ id: String = "com.example.a") -> [String]? {
    grants[id]?.needs.words
  }

  @Test func `is added to what the same contents were granted before, and to that alone`() throws {
    var grants = PluginGrants()
    let id = "com.example.a"
    grants.grant(PluginGrant(GrantedNeeds(.network), to: try contents("a")), to: id)
    grants.grant(PluginGrant(GrantedNeeds(.run), to: try contents("a")), to: id)
    #expect(words(grants) == ["network", "run"])
    grants.grant(PluginGrant(GrantedNeeds(.filesRead), to: try contents("b")), to: id)
    #expect(words(grants) == ["files:read"])
    grants.grant(PluginGrant(GrantedNeeds(.run), to: .builds(below: "/a")), to: id)
    #expect(words(grants) == ["run"])
  }

  @Test func `is taken back once, from the child that is named`() throws {
    var grants = PluginGrants()
    grants.grant(PluginGrant(GrantedNeeds(.network), to: try contents("a")), to: "com.example.a")
    grants.grant(PluginGrant(GrantedNeeds(.run), to: try contents("b")), to: "com.example.b")
    let revoked = [grants.revoke("com.example.a"), grants.revoke("com.example.a")]
    #expect(revoked == [true, false])
    #expect(words(grants) == nil && words(grants, "com.example.b") == ["run"])
  }

  /// The children of a plugin share a process.
  @Test func `to several children of a plugin is what each of them may do`() throws {
    let folder = try PluginFolder()
    try folder.write([], to: "a.so")
    let candidate = PluginCandidate(path: folder.path(of: "a.so"), origin: .flag)
    let trust = try PluginTrust(exceptions: [folder.path])
    let file = try PluginFile(checking: candidate.path, by: trust)
    let ids = ["com.example.a", "com.example.b", "com.example.c"]
    let plugin = CataloguedPlugin(
      candidate, by: trust, try #require(FileFacts(at: candidate.path)),
      PluginDescription(ids.map { ChildType(id: $0) }))
    var grants = PluginGrants()
    for (id, needs) in [(ids[0], PluginNeeds.network), (ids[1], .filesRead)] {
      grants.grant(PluginGrant(GrantedNeeds(needs), to: .builds(below: folder.path)), to: id)
    }
    #expect(try grants.granted(to: plugin, in: file).needs == [.network, .filesRead])
    grants.grant(PluginGrant(GrantedNeeds(.run), to: try contents("a")), to: ids[2])
    #expect(try grants.granted(to: plugin, in: file).needs == [.network, .filesRead])
    let changed = ChildType(id: ids[2], version: "2", needs: ["run"])
    #expect(grants.ended(for: changed, in: plugin, file)?.needs.words == ["run"])
    #expect(grants.ended(for: ChildType(id: ids[0]), in: plugin, file) == nil)
    #expect(grants.concern(plugin) && !PluginGrants().concern(plugin))
    #expect(try grants.renew(ChildType(id: ids[0]), of: plugin) == nil)
    #expect(try grants.renew(changed, of: plugin)?.version == "2")
    #expect(try grants.granted(to: plugin, in: file).needs == [.network, .filesRead, .run])
    #expect(grants.ended(for: changed, in: plugin, file) == nil)
    // The grant of another file of the same id has not ended, and is not renewed for this one.
    grants.grant(PluginGrant(GrantedNeeds(.run), to: try contents("a"), at: "/b.so"), to: ids[2])
    #expect(grants.ended(for: changed, in: plugin, file) == nil)
    #expect(try grants.renew(changed, of: plugin) == nil)
    #expect(
      MissingGrant(of: changed, having: GrantedNeeds(), by: grants, in: plugin, file).text.what
        == "\"\" (com.example.c) needs run (it can do everything you can), which is not granted to "
        + "this file, only to another one, /b.so")
    // What has the same contents has the grant.
    grants.grant(
      PluginGrant(GrantedNeeds(.run), to: .contents(try file.contents()), at: "/b.so"), to: ids[2])
    #expect(try grants.granted(to: plugin, in: file).needs == [.network, .filesRead, .run])
    #expect(try grants.renew(changed, of: plugin)?.path == plugin.candidate.realName ?? "")
  }

  @Test func `may be a part of a need, which the whole has`() throws {
    var needs = try #require(GrantedNeeds(word: "files:read=/a b"))
    #expect(needs.needs == .filesRead && needs.whole.isEmpty && needs.paths == ["/a b"])
    needs.formUnion(try #require(GrantedNeeds(word: "run=git")))
    needs.formUnion(try #require(GrantedNeeds(word: "run=git")))
    #expect(needs.words == ["files:read=/a b", "run=git"])
    #expect(needs.allowsProgram(Array("git".utf8)) && !needs.allowsProgram(Array("gits".utf8)))
    #expect(!needs.allowsProgram(Array("/bin/git".utf8)))
    #expect(needs.lacking(of: ["network", "files:read", "run", "moon"]) == .network)
    needs.formUnion(GrantedNeeds([.run, .filesRead]))
    #expect(needs.words == ["files:read", "run"] && needs.allowsProgram(Array("rm".utf8)))
    for word in ["", "moon", "network=a", "run=", "files:read=", "files:write=/a"] {
      #expect(GrantedNeeds(word: word) == nil, "\(word)")
    }
  }

  @Test(
    arguments: [
      ("network", .network, .network), ("files:read", .filesRead, .filesRead), ("run", .run, .run),
      ("reload", .reload, .reload), ("accept-text", .acceptText, .acceptText),
      ("files:read=/a", .filesRead, .pathsRead), ("run=git", .run, .programs),
    ] as [(String, PluginNeeds, PluginNeeds)])
  func `has a word, a need and a part of the sandbox`(
    word: String, need: PluginNeeds, sandbox: PluginNeeds
  ) throws {
    let granted = try #require(GrantedNeeds(word: word))
    #expect(granted.needs == need && granted.sandbox == sandbox && granted.words == [word])
  }

  @Test(arguments: [
    ("/", false), ("/dev", false), ("/dev/null", false), ("/devices", true), ("/proc/1", false),
    ("/sys/a", false), ("/run", false), ("/runner/a", true), ("/home", true),
  ])
  func `is no path of devices, processes and sockets`(path: String, canBeGranted: Bool) {
    #expect(GrantablePath.canBeGranted(path) == canBeGranted)
  }

  @Test func `is read as it was written, and as earlier versions wrote it`() throws {
    var grants = PluginGrants()
    var needs = GrantedNeeds(.network)
    needs.formUnion(try #require(GrantedNeeds(word: "files:read=/a")))
    grants.grant(
      PluginGrant(
        needs, to: try contents("a"), version: "1.0", statedNeeds: ["network", "moon"], at: "/a.so"),
      to: "com.example.a")
    grants.grant(PluginGrant(GrantedNeeds(.run), to: .builds(below: "/dev")), to: "com.example.b")
    #expect(try PluginGrants(reading: grants.fileBytes) == grants)
    let digits = String(repeating: "a", count: 64)
    let old = #"{"com.example.a":{"sha256":"\#(digits)","granted":["run"]}}"#
    let read = try PluginGrants(reading: Array(old.utf8))
    #expect(read["com.example.a"] == PluginGrant(GrantedNeeds(.run), to: try contents("a")))
    for wrong in [
      "", "[]", #"{"a":1}"#, #"{"a":{"granted":[]}}"#, #"{"a":{"sha256":[],"granted":[]}}"#,
      #"{"a":{"sha256":"\#(digits)","granted":["moon"]}}"#,
      #"{"a":{"sha256":"\#(digits)","granted":[],"more":1}}"#,
    ] {
      #expect(throws: MalformedDecisions.self, "\(wrong)") {
        try PluginGrants(reading: Array(wrong.utf8))
      }
    }
  }

  /// What was granted for 1.0.0 of a child that needed `run`, and is missing later.
  private func missing(
    _ needs: [String], version: String = "1.0.1", had granted: GrantedNeeds? = nil
  ) throws -> (what: String, remedy: String) {
    let type = ChildType(id: "com.example.a", name: "A", version: version, needs: needs)
    let ended = try granted.map {
      PluginGrant($0, to: try contents("a"), version: "1.0.0", statedNeeds: ["run"])
    }
    return MissingGrant(of: type, having: GrantedNeeds(), before: ended).text
  }

  @Test func `is offered with the least first, and with what the most means`() throws {
    let (what, remedy) = try missing(["run", "files:read", "network", "moon"])
    #expect(
      what
        == "\"A\" (com.example.a) needs network, files:read, run (it can do everything you can), "
        + "which is not granted")
    #expect(
      remedy
        == "grant the least that does: --grant com.example.a=files:read=PATH | network | files:read "
        + "| run=PROGRAM (with many programs it can do everything you can) "
        + "| run (it can do everything you can)")
    #expect(try missing(["network"]).remedy.hasSuffix("--grant com.example.a=network"))
  }

  @Test func `is told with what is new when its plugin has changed`() throws {
    let run = GrantedNeeds(.run)
    let (what, remedy) = try missing(["run", "network"], had: run)
    #expect(what == "\"A\" (com.example.a) was granted run for 1.0.0; 1.0.1 also wants network")
    #expect(
      remedy
        == "statehost plugins --renew com.example.a grants run (it can do everything you can) again; "
        + "the rest: --grant com.example.a=network")
    #expect(
      try missing(["run"], had: run).what
        == "\"A\" (com.example.a) was granted run for 1.0.0; 1.0.1 wants nothing more")
    #expect(
      try missing(["run", "files:read"], version: "1.0.0", had: GrantedNeeds(word: "run=git")).what
        == "\"A\" (com.example.a) was granted run=git before its file changed; "
        + "it also wants files:read")
  }

  @Test(arguments: [
    ("1", "2", "for 1; 2"), ("1", "1", "before its file changed; it"),
    ("", "2", "before its file changed; it"), ("1", "", "before its file changed; it"),
    ("", "", "before its file changed; it"),
  ])
  func `is told with the versions where both are known and differ`(
    before: String, now: String, told: String
  ) throws {
    let type = ChildType(id: "com.example.a", name: "A", version: now, needs: ["run"])
    let ended = PluginGrant(GrantedNeeds(.run), to: try contents("a"), version: before)
    let missing = MissingGrant(of: type, having: GrantedNeeds(), before: ended)
    #expect(missing.text.what == "\"A\" (com.example.a) was granted run \(told) wants nothing more")
    #expect(missing.isAny && !MissingGrant(of: type, having: GrantedNeeds(.run)).isAny)
  }

  @Test func `to a source is the file that it is given, with what a database keeps beside it`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try #require(GrantablePath.real(folder.path)) + "/a.db"
    for end in ["", "-wal", "-shm", "-journal", "-more"] { try folder.write("a", to: "a.db" + end) }
    func files() -> [String] { GrantablePath.files(namedBy: folder.path + "/./a.db") }
    #expect(files() == ["", "-wal", "-shm", "-journal"].map { path + $0 })
    try FileManager.default.removeItem(atPath: path + "-wal")
    try FileManager.default.createSymbolicLink(
      atPath: path + "-wal", withDestinationPath: "/dev/null")
    try FileManager.default.removeItem(atPath: path + "-shm")
    #expect(files() == [path, path + "-journal"])
    for none in [folder.path, path + "-none", "/dev/null", "/proc/self/status", "SELECT 1", ""] {
      #expect(GrantablePath.files(namedBy: none) == [], "\(none)")
    }
  }
}
