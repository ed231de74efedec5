import HostText
import Testing

@Suite struct `The name that was probably meant` {
  @Test(arguments: [
    ("loadng", "loading"), ("laoding", "loading"), ("LOADING", "loading"), ("eror", "error"),
    ("contents", "content"), ("load", "loading"), ("em", "empty"), ("x", nil), ("", nil),
    ("something else", nil),
  ])
  func `is the nearest, if any is near`(name: String, nearest: String?) {
    let names = ["loading", "content", "error", "empty"]
    #expect(NearestName.nearest(to: name, among: names) == nearest)
  }

  @Test(arguments: [
    ("--bind", nil), ("--header-lines", nil), ("--tail", nil), ("--evry", "--every"),
    ("--build", "--builds"), ("--al", "--at"), ("--dead", "--deadline"),
  ])
  func `has more in common than the dashes before an option`(name: String, nearest: String?) {
    let names = ["--builds", "--deadline", "--tac", "--every", "--at"]
    #expect(NearestName.nearest(to: name, among: names) == nearest)
  }

  @Test func `is the first of equally near ones`() {
    #expect(NearestName.nearest(to: "cat", among: ["bat", "rat", "can"]) == "bat")
    #expect(NearestName.nearest(to: "cat", among: []) == nil)
  }

  @Test(
    arguments: [
      ("laoding", 1, "loading"), ("loadng", 1, "loading"), ("lodng", 1, nil),
      ("lodng", 2, "loading"), ("load", 2, nil),
    ] as [(String, Int, String?)])
  func `is within a limit, where two letters that change places are one step`(
    name: String, limit: Int, nearest: String?
  ) {
    let names = ["loading", "content", "error", "empty"]
    #expect(NearestName.nearest(to: name, among: names, within: limit) == nearest)
  }

  @Test func `is found among names of any length`() {
    let long = String(repeating: "é", count: 100_000)
    #expect(NearestName.nearest(to: long + "x", among: ["a", long]) == long)
  }
}
