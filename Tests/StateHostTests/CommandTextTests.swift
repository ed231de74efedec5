import HostText
import Testing

@testable import HostWorkers
@testable import StateHost

/// Texts for the user that depend on more than one thing.
@Suite struct `What a command says` {
  @Test(
    arguments: [
      (.granted, nil, "granted", "true"),
      (.granted, "/b", "granted to what is built below /b", #"true,"builds":"/b""#),
      (.grantedFor(["a", "b"]), nil, "granted for a, b", #"true,"for":["a","b"]"#),
      (
        .grantedFor(["a"]), "/b", "granted to what is built below /b for a",
        #"true,"for":["a"],"builds":"/b""#
      ),
      (
        .ended(version: "1"), nil, "granted for 1, before its file changed",
        #"false,"grantedFor":"1""#
      ),
      (.ended(version: ""), nil, "granted before its file changed", #"false,"grantedFor":"""#),
      (.added, nil, "new, not granted", "false"), (.notGranted, nil, "not granted", "false"),
    ] as [(RequestedPermission.Decision, String?, String, String)])
  func `of permissions is what was decided about each`(
    decision: RequestedPermission.Decision, builds: String?, words: String, members: String
  ) {
    let all = [
      RequestedPermission(word: "run", decision: decision, buildsFolder: builds),
      RequestedPermission(word: "network", decision: .notGranted),
    ]
    #expect(all.words == "run (\(words)), network (not granted)")
    #expect(
      String(decoding: all.json.line, as: UTF8.self)
        == #"[{"need":"run","granted":\#(members)},{"need":"network","granted":false}]"# + "\n")
  }

  @Test(arguments: 0...7, [[], .calls, .files, [.files, .calls], .privileges] as [SandboxParts])
  func `of the sandbox is what this system lacks, also for a part of Landlock`(
    version: Int, lacking: SandboxParts
  ) {
    let report = SandboxReport(lacking: lacking, refusal: nil, landlockVersion: version)
    let security = SandboxText(of: report)
    let lines = security.text.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  MISSING  ") } == lacking.names.count)
    #expect(
      lines.count { $0.hasPrefix("  active   ") }
        == 4 - lacking.names.count + (report.hasSecondWall ? 1 : 0))
    let hasFiles = !lacking.contains(.files)
    let later = lines.filter { $0.hasPrefix("  Before version ") }
    #expect(later.count == (hasFiles ? (2...6).count { version < $0 } : 0))
    let end = lacking.contains(.calls) ? "; nothing does." : "; seccomp does."
    #expect(later.allSatisfy { $0.hasSuffix(end) })
    #expect(lines.contains("Landlock has version \(version) here.") == hasFiles)
    #expect(security.text.contains("except with --weaker-sandbox") == !lacking.isEmpty)
    let names = lacking.names.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(
      String(decoding: security.json.line, as: UTF8.self).hasPrefix(
        #"{"worker":true,"reason":null,"lacking":[\#(names)],"landlock":\#(version),"#))
  }
}
