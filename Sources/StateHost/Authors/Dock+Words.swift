internal import HostSurface
internal import HostText

extension Dock {
  /// Such as `40% at the right, 20 cells at least`.
  var words: String {
    let least = minimum > 0 ? ", \(minimum) cells at least" : ""
    return "\(extentWords) at the \(edge)\(least)"
  }

  private var extentWords: String {
    switch extent {
    case .cells(let cells): "\(cells) cells"
    case .percent(let percent): "\(percent)%"
    }
  }

  /// As a states file has it.
  var json: JSONValue {
    let size: JSONValue =
      switch extent {
      case .cells(let cells): .integer(cells)
      case .percent(let percent): .text("\(percent)%")
      }
    return .object(["dock": .text("\(edge)"), "size": size, "min": .integer(minimum)])
  }
}
