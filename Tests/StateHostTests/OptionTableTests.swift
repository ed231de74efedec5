import HostContent
import HostPlugins
import HostRuntime
import HostStates
import Testing

@testable import StateHost

/// Options that several commands have, and those that add up, with what they set.
@Suite struct `An option of a command` {
  private typealias Row<Options> = (words: [String], set: (inout Options) -> Void)

  private func check<Options>(
    _ rows: [Row<Options>], of command: [String], from before: Options,
    as invocation: (Options) -> Invocation
  ) throws {
    for (words, set) in rows {
      var wanted = before
      set(&wanted)
      #expect(try ArgumentParser.parse(command + words) == invocation(wanted), "\(words)")
    }
  }

  private func shared<Options>() -> [Row<Options>]
  where Options: PluginCommandOptions {
    let grants = [GrantChoice("a=run"), GrantChoice("b=network,files:read=/c")].compactMap(\.self)
    return [
      (["--plugins", "b", "--plugins", "a"], { $0.plugins.directories = ["b", "a"] }),
      (["--trust", "b", "--trust", "a"], { $0.plugins.trustedFolders = ["b", "a"] }),
      (["--weaker-sandbox"], { $0.plugins.weakensSandbox = true }),
      (["--grant", "a=run", "--grant", "b=network,files:read=/c"], { $0.plugins.grants = grants }),
      (["--builds", "d"], { $0.plugins.buildsFolder = "d" }),
      (["--revoke", "b", "--revoke", "a"], { $0.plugins.revocations = ["b", "a"] }),
      (["--deadline", "call=2s"], { $0.plugins.deadlines = [.call: 2_000_000_000] }),
    ]
  }

  @Test func `about plugins is the same in every command that has it`() throws {
    try check(shared(), of: ["run"], from: RunOptions()) { .run($0) }
    try check(shared(), of: ["plugins"], from: PluginsOptions()) { .plugins($0) }
    var play = PlayOptions()
    play.scenarioFile = "x"
    try check(shared(), of: ["play", "x"], from: play) { .play($0) }
  }

  @Test func `adds to those before it, or takes their place`() throws {
    let choice = { (text: String) in OptionAssignment(id: "a", name: "b", text: text) }
    let run: [Row<RunOptions>] = [
      (["--filter", "a", "--filter", ""], { $0.session.filter = nil }),
      (
        ["--filter-kind", "query", "--filter", "a"],
        {
          $0.filterKind = .query
          $0.session.filter = RowFilter(Array("a".utf8), kind: .query)
        }
      ),
      (
        ["-o", "a.b=1=", "-o", "a.b=2"], { $0.plugins.childOptions = [choice("1="), choice("2")] }
      ),
      (["+G", "-FX", "+/a"], { ($0.pager.keys, $0.pager.quitsIfOneScreen) = ("G/a\r", true) }),
    ]
    try check(run, of: ["run"], from: RunOptions()) { .run($0) }
    let renewals: Row<PluginsOptions> = (
      ["--renew", "b", "--renew", "a"], { $0.renewals = ["b", "a"] }
    )
    try check([renewals], of: ["plugins"], from: PluginsOptions()) { .plugins($0) }
    var before = ValidateOptions()
    before.files = ["x", "y"]
    let validate: [Row<ValidateOptions>] = [
      (["--only", "size-1x1", "--only", "size-0x0"], { $0.only = ["size-1x1", "size-0x0"] }),
      (["--skip", "size-1x1", "--skip", "size-0x0"], { $0.skipped = ["size-1x1", "size-0x0"] }),
      (
        ["--seed", "7", "--timeout", "2s"], { ($0.seed, $0.limitNanoseconds) = (7, 2_000_000_000) }
      ),
      (["--argument", ""], { $0.argument = "" }),
      (
        ["-o", "c=2"],
        { $0.plugins.childOptions = [OptionAssignment(id: "", name: "c", text: "2")] }
      ),
    ]
    try check(validate, of: ["validate", "x", "y"], from: before) { .validate($0) }
  }
}
