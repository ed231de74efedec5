internal import HostTerminal
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
  private var asked: Proposal?
  private var isAskedAnew = false
  /// What the frame that was begun last shows, and the last that was written completely.
  private var begun: Proposal?
  private var shown: Proposal?
  /// What the user did last.
  private var input: InputEvent?
  /// Until when what is shown has not been there long enough to be read: the user did not lead to it.
  private var unreadUntil = Int64.min

  /// What the row shows.
  private struct Proposal: Equatable {
    let offer: Offer
    /// What the user did when a child asked for it; nil: the cursor or the marks stand for it.
    var input: InputEvent?
  }

  private static let textScalars = 200
  private static let readingNanoseconds: Int64 = 500_000_000

  private var proposal: Proposal? { asked ?? selection.map { Proposal(offer: $0) } }

  /// Whether to print what a child asks for; where not, the row shows it next, and what the user did now prints it
  /// when it is done once more, no sooner than it can have been read.
  mutating func confirms(_ offer: Offer, at now: Int64) -> Bool {
    let again = Proposal(offer: offer, input: input)
    if now >= unreadUntil, shown == Proposal(offer: offer) || shown == again { return true }
    asked = again
    isAskedAnew = true
    return false
  }

  /// An input is about to be handled.
  mutating func inputBegan(_ event: InputEvent) { input = event }

  /// An input has been handled: what was asked for before it is offered no longer, unless it was asked for again.
  mutating func inputEnded() {
    if !isAskedAnew { asked = nil }
    isAskedAnew = false
  }

  /// A child has moved the cursor or has changed what is marked or shown, and not while it handled an input.
  mutating func childMoved(at now: Int64) { unreadUntil = now + Self.readingNanoseconds }

  /// The numbers of rows mean other rows: nothing has been shown of these.
  mutating func rowsWereReplaced() { (asked, begun, shown) = (nil, nil, nil) }

  mutating func frameBegan() { begun = proposal }

  mutating func frameEnded(at now: Int64) {
    if begun != shown, begun?.input != nil { unreadUntil = now + Self.readingNanoseconds }
    shown = begun
  }

  /// What the host's row says.
  ///
  /// - Parameter text: the text of a row.
  /// - Returns: what Enter prints, or what the same key once more does.
  func text(_ text: (UInt64) -> String) -> String {
    let again = asked == nil ? "enter prints" : "not printed yet; once more prints"
    switch proposal?.offer {
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
