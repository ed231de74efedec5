import HostPlugins
import HostRuntime
import TestSupport
import Testing

@Suite struct `An arrangement without a states file` {
  @Test func `has the children of each state as their descriptors place them, bottom first`() throws
  {
    let folder = try ScratchFolder()
    for (name, place) in [("a", 9), ("b", -5), ("c", 4)] {
      var plugin = SmallPlugin()
      plugin.id = name
      plugin.places = [("content", place, "0"), ("empty", -place, "0")]
      try plugin.compile(into: folder, as: "\(name).so")
    }
    let path = PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil)
    let catalogue = PluginCatalogue(loading: path, for: ProgramName(version: "1"))
    let arrangement = try Arrangement(of: catalogue)
    func names(_ state: String) -> [String]? {
      arrangement[state]?.entries.map { arrangement.entries[$0].name }
    }
    #expect(names("content") == ["b", "c", "a"] && names("empty") == ["a", "c", "b"])
    #expect(names("loading") == [] && names("error") == [] && names("other") == nil)
    #expect(arrangement.initial == "content")
  }
}
