internal import HostPlugins
internal import HostSurface
internal import HostTerminal

/// What the program itself shows: the keys at the lower edge, standard error in the place of everything, a
/// notice over the last row.
struct Overlays {
  private let pool: GraphemePool
  private var keys: KeyHelpLine?
  private var standardError: StandardErrorView?
  private var notice: NoticeLine?

  init(pool: GraphemePool) { self.pool = pool }

  /// What is left of a surface for the children.
  func room(of surface: CellRectangle) -> CellRectangle {
    surface.inset(top: 0, right: 0, bottom: keys?.rows ?? 0, left: 0)
  }

  /// Whether the keys that can be pressed are shown.
  var showsKeys: Bool {
    get { keys != nil }
    set { if newValue != showsKeys { keys = newValue ? KeyHelpLine(pool: pool) : nil } }
  }

  /// Whether standard error is shown over everything else.
  var showsStandardError: Bool {
    get { standardError != nil }
    set {
      if newValue != showsStandardError {
        standardError = newValue ? StandardErrorView(pool: pool) : nil
      }
    }
  }

  /// What the user does is for standard error while that is shown.
  mutating func receive(_ event: InputEvent) -> StandardErrorView.Answer {
    let answer = standardError?.receive(event) ?? .unused
    if answer == .closes { standardError = nil }
    return answer
  }

  /// Shows other keys, where they are shown.
  ///
  /// - Returns: whether the children have more or less room than before.
  mutating func show(
    _ items: @autoclosure () -> [KeyHelpItem], _ presenters: @autoclosure () -> PresenterLine?,
    on surface: CellRectangle
  ) -> Bool {
    keys?.show(items(), presenters(), on: surface) ?? false
  }

  /// What is said over the last row; nil: nothing.
  var noticeText: String? { notice?.text }

  /// Has another notice, or none.
  ///
  /// - Returns: whether it is another.
  mutating func say(_ line: String?) -> Bool {
    guard line != noticeText else { return false }
    notice = line.map { NoticeLine($0, pool: pool) }
    return true
  }

  /// Standard error over the whole surface, where that is shown.
  mutating func placedAlone(_ content: ContentWindow?, on surface: CellRectangle) -> PlacedLayer? {
    if let content {
      standardError?.show(
        content.standardErrorLines, of: content.standardErrorLineCount, on: surface)
    }
    return standardError?.placed(on: surface)
  }

  /// What is shown over the children, the lowest first.
  func placed(on surface: CellRectangle) -> [PlacedLayer] {
    [keys?.placed(on: surface), notice?.placed(on: surface)].compactMap(\.self)
  }
}
