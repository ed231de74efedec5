internal import HostText

/// What a pick prints while a third-party child could mislead the user about it: only what the host's row showed
/// in the last frame that was written completely.
struct PickConfirmation {
  /// What would be printed.
  enum Offer: Equatable {
    case rows([Range<UInt64>])
    case text([UInt8], exitStatus: UInt8)

    /// Rows as runs, in the order in which they are printed.
    init(_ rows: [Range<UInt64>]) {
      var runs: [Range<UInt64>] = []
      for row in rows {
        if let last = runs.last, last.upperBound == row.lowerBound {
          runs[runs.count - 1] = last.lowerBound..<row.upperBound
        } else {
          runs.append(row)
        }
      }
      self = .rows(runs)
    }
  }

  /// What the cursor or the marks stand for now; nil: Enter prints nothing.
  var selection: Offer?
  /// What a child has asked for and the row had not shown; until the user does something else.
  private var asked: Offer?
  private var isAskedAnew = false
  /// What the frame that was begun last shows, and the last that was written completely.
  private var begun: Offer?
  private var shown: Offer?

  private static let textScalars = 200

  /// What the row shows now.
  private var offer: Offer? { asked ?? selection }

  /// Whether to print what a child asks for; where not, the row shows it next, and the same again prints it.
  mutating func confirms(_ offer: Offer) -> Bool {
    if offer == shown { return true }
    asked = offer
    isAskedAnew = true
    return false
  }

  /// An input has been handled: what was asked for before it is offered no longer, unless it was asked for again.
  mutating func inputEnded() {
    if !isAskedAnew { asked = nil }
    isAskedAnew = false
  }

  mutating func frameBegan() { begun = offer }
  mutating func frameEnded() { shown = begun }

  /// What the host's row says.
  ///
  /// - Parameter text: the text of a row.
  /// - Returns: what Enter prints, or what the same key once more does.
  func text(_ text: (UInt64) -> String) -> String {
    let again = asked == nil ? "enter prints" : "not printed yet; once more prints"
    switch offer {
    case nil: return "enter prints nothing"
    case .text(let bytes, _):
      return "\(again) \(Self.quoted(String(decoding: bytes, as: UTF8.self))), which is no row"
    case .rows(let runs):
      let count = runs.reduce(0) { $0 + $1.count }
      let first = Self.quoted(runs.first.map { text($0.lowerBound) } ?? "")
      return count == 1 ? "\(again) \(first)" : "\(again) \(count) rows, first: \(first)"
    }
  }

  private static func quoted(_ text: String) -> String {
    HarmlessText.quoted(text, limit: textScalars)
  }
}
