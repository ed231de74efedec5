/// What may be shown, said without the code that makes it so.
extension String {
  /// No control but tab and newline, nothing that turns the direction of text, no other separator.
  var isHarmless: Bool {
    unicodeScalars.allSatisfy { $0 == "\t" || $0 == "\n" || $0.isHarmless }
  }

  /// The same, on one line.
  var isHarmlessLine: Bool { unicodeScalars.allSatisfy(\.isHarmless) }
}

extension Unicode.Scalar {
  fileprivate var isHarmless: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    default:
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
  }
}
