internal import HostStates
internal import HostText

/// States files and scenarios: each is refused in one harmless line that names a place in the file,
/// or is one that the writer writes and the reader reads as the same.
enum StatesFuzzer {
  static func take(_ bytes: [UInt8]) {
    do throws(StatesFileError) {
      check(try StatesFile(parsing: bytes, file: "fuzzed.json"))
    } catch {
      check(error, bytes)
    }
    do throws(StatesFileError) {
      check(try Scenario(parsing: bytes, file: "fuzzed.json"))
    } catch {
      check(error, bytes)
    }
  }

  private static func check(_ error: StatesFileError, _ bytes: [UInt8]) {
    expect(error.text.isHarmlessLine, "a message that does harm: \(error.text.utf8)")
    expect(error.text.utf8.count < 6_000, "a message of \(error.text.utf8.count) bytes")
    guard let place = error.place else { fatalError("a message without a place: \(error.text)") }
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    expect(1...lines ~= place.line, "line \(place.line) of \(lines)")
    expect(1...bytes.count + 1 ~= place.column, "column \(place.column) of \(bytes.count)")
  }

  private static func check(_ scenario: Scenario) {
    check(scenario.statesFile)
    for state in scenario.appearanceStates + scenario.rules.map(\.request) {
      expect(scenario.statesFile.states.contains { $0.name == state }, "an unknown state \(state)")
    }
    let times = scenario.actions.map(\.atNanoseconds)
    expect(times == times.sorted() && times.first ?? 0 >= 0, "actions out of order")
    let text = ScenarioWriter.text(of: scenario)
    do throws(StatesFileError) {
      let again = try Scenario(parsing: Array(text.utf8), file: "written.json")
      expect(
        again.actions == scenario.actions && again.rules == scenario.rules, "others in \(text)")
      let file = scenario.statesFile
      expect(
        again.statesFile.states == file.states && again.statesFile.keys == file.keys
          && again.statesFile.children.map(placeless) == file.children.map(placeless),
        "other states, children or keys in \(text)")
      expect(ScenarioWriter.text(of: again) == text, "it is written in another way than \(text)")
    } catch {
      fatalError("what was written is refused: \(error.text): \(text)")
    }
  }

  /// A child, and its options as they are handed on: where these stand in the file differs.
  private static func placeless(_ child: ChildDescription) -> PlacelessChild {
    var child = child
    var options: [UInt8] = []
    if let value = child.options { options.appendJSON(value) }
    child.options = nil
    return PlacelessChild(child: child, options: options)
  }

  private struct PlacelessChild: Equatable {
    let child: ChildDescription
    let options: [UInt8]
  }

  private static func check(_ file: StatesFile) {
    let names = Set(file.states.map(\.name))
    expect(names.count == file.states.count, "a state twice")
    expect(names.contains(file.initial), "an unknown initial state")
    let children = Set(file.children.map(\.name))
    expect(children.count == file.children.count, "a child twice")
    for state in file.states {
      expect(Set(state.children).count == state.children.count, "a child twice in \(state.name)")
      expect(children.isSuperset(of: state.children), "an unknown child in \(state.name)")
    }
    expect(file.keys.allSatisfy { names.contains($0.state) }, "a key of an unknown state")
  }
}
