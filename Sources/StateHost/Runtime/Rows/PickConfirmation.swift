internal import HostTerminal
internal import HostText

/// The guard of `--pick` against a third-party child on screen that changes what is printed: only
/// output that the host's row at the bottom shows is printed, as that of Enter normally is; other
/// output is shown there instead, and printed when the same input comes again.
///
/// A text in that row that the user may not have read yet counts only after half a second.
struct PickConfirmation {
  /// The output that would end `--pick`: ranges of rows, or a text and exit status from a child.
  enum Offer: Equatable {
    case rows([Range<UInt64>])
    case text([UInt8], exitStatus: UInt8)

    /// Combines rows into runs, in print order.
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

  /// The rows selected by the cursor or the marks; nil if Enter prints nothing.
  var selection: Offer?
  /// A child's request that the row had not shown; valid until the next input.
  private var asked: Proposal?
  private var isAskedAnew = false
  /// The proposals in the last started frame and in the last completely written frame.
  private var begun: Proposal?
  private var shown: Proposal?
  private var input: InputEvent?
  /// Whether an input is being handled, and what it means: the rows by which an arrow moves the
  /// cursor, and the text of the screen's row at which a button was pressed.
  private var isHandling = false
  private var step: Int?
  private var pointed = ""
  /// Until when the shown proposal counts as unread, because the user did not cause it.
  private var unreadUntil = Int64.min
  /// When the guard ends: never while a third-party child is shown, then once rows can be read.
  private var guardedUntil = Int64.min

  /// The output that the host's row at the bottom of the screen announces: what Enter would print,
  /// or what a child requested to print, then with the input event during which it did.
  private struct Proposal: Equatable {
    let offer: Offer
    /// The input during which a child requested it; nil if it follows from the cursor or the marks.
    var input: InputEvent?
  }

  private static let textScalars = 200
  private static let readingNanoseconds: Int64 = 500_000_000

  private var proposal: Proposal? { asked ?? selection.map { Proposal(offer: $0) } }

  /// Whether to print an offer; if not, the row shows it, and the same input again prints it.
  mutating func confirms(_ offer: Offer, at now: Int64) -> Bool {
    let again = Proposal(offer: offer, input: input)
    let isShown = shown == Proposal(offer: offer) || shown == again
    if isShown, now >= unreadUntil { return true }
    // A key that is held down repeats what nobody has read.
    if isShown { unreadUntil = now + Self.readingNanoseconds }
    asked = again
    isAskedAnew = true
    return false
  }

  /// Records whether a third-party child is on screen, or is about to appear.
  mutating func follow(thirdPartyIsOnScreen isOnScreen: Bool, at now: Int64) {
    if isOnScreen {
      guardedUntil = .max
    } else if guardedUntil == .max {
      guardedUntil = now + Self.readingNanoseconds
    }
  }

  /// Whether the row shows what is printed, and nothing else is printed.
  func guards(at now: Int64) -> Bool { now < guardedUntil || asked != nil }

  /// When the guard ends by itself; nil if it does not, or has ended.
  func guardDeadline(after now: Int64) -> Int64? {
    now < guardedUntil && guardedUntil < .max ? guardedUntil : nil
  }

  /// Records an input before every attempt to handle it, with the texts of the screen's rows.
  mutating func inputBegan(_ event: InputEvent, textOfRow text: (Int) -> String = { _ in "" }) {
    if isHandling, input == event { return }
    (input, isHandling) = (event, true)
    switch event {
    case .key(let key): (step, pointed) = (key.rowStep, "")
    case .mouse(let mouse): (step, pointed) = (nil, mouse.action == .press ? text(mouse.row) : "")
    case .paste, .focus, .reply: (step, pointed) = (nil, "")
    }
  }

  /// Records that an input was handled, which drops an earlier request unless it was repeated.
  mutating func inputEnded() {
    if !isAskedAnew { asked = nil }
    isAskedAnew = false
    (isHandling, step, pointed) = (false, nil, "")
  }

  /// The rows by which the input moves the cursor, once for each input.
  mutating func takeStep() -> Int? {
    defer { step = nil }
    return step
  }

  /// Whether the row of the screen at which a button was pressed shows the beginning of a text.
  func isUnderPointer(_ text: String) -> Bool {
    let shown = HarmlessText.escaped(text, limit: Self.pointedScalars).prefix { $0 != "…" }
    return !shown.isEmpty && pointed.utf8.firstOccurrence(of: shown.utf8) != nil
  }

  private static let pointedScalars = 20

  /// Records that a child changed the cursor, marks or view outside an input, or otherwise than the
  /// input means.
  mutating func childMoved(at now: Int64) { unreadUntil = now + Self.readingNanoseconds }

  /// Drops all proposals because row numbers now refer to different rows.
  mutating func rowsWereReplaced() { (asked, begun, shown) = (nil, nil, nil) }
  mutating func frameBegan() { begun = proposal }

  mutating func frameEnded(at now: Int64) {
    if begun != shown, begun?.input != nil { unreadUntil = now + Self.readingNanoseconds }
    shown = begun
  }

  /// What the host's row says: what Enter prints, or what a repetition of the key prints; in fewer
  /// words where a row would otherwise have less than `leastColumns` of so many columns.
  func text(columns: Int = .max, _ text: (UInt64) -> String) -> String {
    guard let offer = proposal?.offer else { return "enter prints nothing" }
    var leads =
      asked == nil
      ? ["enter prints ", "enter: ", "enter: "]
      : ["not printed yet; press again to print ", "press again: ", "again: "]
    var (shown, ends) = ("", ["", "", ""])
    switch offer {
    case .text(let bytes, _):
      shown = String(decoding: bytes, as: UTF8.self)
      ends = [", which is not a row", " (no row)", " (no row)"]
    case .rows(let runs):
      let count = runs.reduce(0) { $0 + $1.count }
      shown = runs.first.map { text($0.lowerBound) } ?? ""
      if count > 1 {
        let counts = ["\(count) rows, first: ", "\(count) rows: ", "\(count) rows: "]
        leads = zip(leads, counts).map { $0 + $1 }
      }
    }
    let rooms = zip(leads, ends).map { columns - TextWidth.columns(of: $0 + $1) }
    let least = min(Self.leastColumns, TextWidth.columns(of: Self.quoted(shown, columns: .max)))
    let best = rooms.firstIndex { $0 >= least } ?? rooms.count - 1
    return leads[best] + Self.quoted(shown, columns: max(rooms[best], Self.leastColumns / 2))
      + ends[best]
  }

  private static let leastColumns = 12

  /// A quoted text of at most so many columns: a longer one loses its middle, to show its end.
  private static func quoted(_ text: String, columns: Int) -> String {
    let scalars = text.unicodeScalars
    var half = min(textScalars, columns) / 2
    while true {
      let isWhole = scalars.count <= 2 * half
      let line =
        isWhole ? text : String(scalars.prefix(half)) + "…" + String(scalars.suffix(half))
      let shown = HarmlessText.quoted(line, limit: .max)
      if half <= 1 || TextWidth.columns(of: shown) <= columns { return shown }
      half -= 1
    }
  }
}
