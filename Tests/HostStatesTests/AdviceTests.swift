import HostStates
import HostText
import Testing

/// What a message about a file advises: the file with it is right, or the message helps nobody.
@Suite struct `What a message about a file advises` {
  /// Each kind of thing that a file can say.
  private static let scenario = #"""
    { "initial": "loading", "appearanceStates": ["loading"],
      "states": { "loading": ["spinner"], "error": [] },
      "children": { "spinner": { "use": "a.b", "appear": { "delay": "1s", "duration": "1s", "curve": "linear", "effect": "fade" },
        "disappear": {}, "insets": [0, 1, 2, 3], "area": { "dock": "right", "size": "40%", "min": 20 }, "options": {} } },
      "keys": { "e": "error" }, "pluginDeadlines": { "draw": "100ms" },
      "actions": [ { "at": "0ms", "do": "willAppear", "animated": true }, { "at": "1ms", "do": "request", "state": "error" },
        { "at": "2ms", "do": "key", "key": "down" }, { "at": "2ms", "do": "paste", "text": "words" },
        { "at": "2ms", "do": "mouse", "kind": "press", "column": 0, "row": 0 }, { "at": "2ms", "do": "input", "bytes": "1b" },
        { "at": "2ms", "do": "resize", "columns": 80, "rows": 24 }, { "at": "2ms", "do": "pace", "bytesPerSecond": 1 },
        { "at": "2ms", "do": "signal", "signal": "interrupt" }, { "at": "2ms", "do": "suspend", "for": "1s" },
        { "at": "2ms", "do": "output", "text": "a row" }, { "at": "2ms", "do": "end", "status": 3 },
        { "at": "2ms", "do": "available", "available": false }, { "at": "2ms", "do": "truncate", "to": 0 },
        { "at": "2ms", "do": "worker", "worker": 0, "does": "lags", "for": "1s" },
        { "at": "2ms", "do": "worker", "does": "scans", "for": "1s" } ],
      "on": [ { "event": "childDidAppear", "child": "spinner", "nth": 2, "request": "error", "animated": true },
        { "event": "didTransition", "state": "error", "request": "loading" } ] }
    """#

  /// A place of the file: whatever stands there can be exchanged for something else.
  private struct Place {
    let name: String
    let exchange: (JSONValue) -> JSONValue
    /// The file without it, where it is a member of an object.
    var leaveOut: JSONValue?
  }

  private func places(in value: JSONValue, at name: String = "") -> [Place] {
    switch value.content {
    case .object(let members):
      members.indices.flatMap { index in
        let put = { (new: JSONValue) in
          var members = members
          members[index].value = new
          return JSONValue(content: .object(members))
        }
        var others = members
        others.remove(at: index)
        let path = name.isEmpty ? members[index].name : "\(name).\(members[index].name)"
        return [Place(name: path, exchange: put, leaveOut: JSONValue(content: .object(others)))]
          + places(in: members[index].value, at: path).map { within($0, put) }
      }
    case .array(let elements):
      elements.indices.flatMap { index in
        let put = { (new: JSONValue) in
          var elements = elements
          elements[index] = new
          return JSONValue(content: .array(elements))
        }
        let path = "\(name)[\(index)]"
        return [Place(name: path, exchange: put)]
          + places(in: elements[index], at: path).map { within($0, put) }
      }
    default: []
    }
  }

  private func within(_ place: Place, _ put: @escaping (JSONValue) -> JSONValue) -> Place {
    Place(
      name: place.name, exchange: { put(place.exchange($0)) }, leaveOut: place.leaveOut.map(put))
  }

  private func error(of value: JSONValue) -> StatesFileError? {
    do throws(StatesFileError) {
      _ = try Scenario(parsing: value.line, file: "a.json")
      return nil
    } catch {
      return error
    }
  }

  @Test func `is right where it is done`() throws {
    let whole = try JSONValue(parsing: Array(Self.scenario.utf8))
    #expect(error(of: whole) == nil)
    var advised: Set<String> = []
    for place in places(in: whole) {
      for broken in [place.exchange(.null), place.leaveOut].compactMap(\.self) {
        let example: String
        switch error(of: broken)?.problem {
        case .wrongType(_, _, let text): example = text
        case .missingKey(let key, let text) where place.name.hasSuffix(key): example = text
        // It may be left out; or another place needs what is missing here.
        default: continue
        }
        advised.insert(place.name)
        let mended = place.exchange(try JSONValue(parsing: Array(example.utf8)))
        // What is wrong elsewhere follows from what the file had there before.
        guard let error = error(of: mended), error.path.text.hasPrefix(place.name) else { continue }
        switch error.problem {
        case .backInTime, .unknownKey: break
        default: Issue.record("\(place.name): \(example): \(error.text)")
        }
      }
    }
    #expect(advised.count > 80)
  }
}
