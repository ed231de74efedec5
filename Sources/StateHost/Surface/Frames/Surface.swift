/// What the host shows: composes layers, and encodes what changed since the last frame.
///
/// Holds the shown frame and the next one, and exchanges them, so a frame allocates nothing.
/// Belongs to one thread.
package final class Surface {
  /// The graphemes of its frames, and of the layers that are made for it.
  package let pool: GraphemePool
  package var compositor: Compositor
  /// Whether the terminal is told to show each frame at once (mode 2026).
  package var isSynchronized: Bool

  private var shown: Frame
  private var next: Frame
  private var encoder: Encoder

  package init(
    columns: Int, rows: Int, depth: ColourDepth, theme: Theme, terminal: TerminalColours = .dark,
    isSynchronized: Bool = false, abilities: StyleAbilities = .all,
    pool: GraphemePool = GraphemePool()
  ) {
    encoder = Encoder(abilities)
    self.pool = pool
    compositor = Compositor(depth: depth, theme: theme, terminal: terminal)
    self.isSynchronized = isSynchronized
    shown = Frame(columns: columns, rows: rows, pool: pool)
    next = Frame(columns: columns, rows: rows, pool: pool)
  }

  package var columns: Int { shown.columns }
  package var rows: Int { shown.rows }
  package var bounds: CellRectangle { shown.grid.bounds }

  /// What was rendered last.
  package var frame: Frame { shown }

  /// What brings the terminal from the frame before to the last one; empty if they are the same.
  ///
  /// Valid until the next call of `render`; write it at once and whole.
  package var bytes: [UInt8] { encoder.bytes }

  /// Takes the terminal's new size; the next frame is a whole one.
  package func resize(columns: Int, rows: Int) {
    shown.resize(columns: columns, rows: rows)
    next.resize(columns: columns, rows: rows)
    encoder.forget()
  }

  /// Makes the next frame a whole one: after a suspension, or when someone else has written.
  package func forget() { encoder.forget() }

  /// Composes the layers, the first at the bottom, and encodes the frame into `bytes`.
  ///
  /// - Parameters:
  ///   - layers: what is shown.
  ///   - showsCursor: false hides the cursor of whichever layer has one.
  package func render(_ layers: [PlacedLayer], showsCursor: Bool = true) {
    compositor.compose(layers, onto: next)
    if !showsCursor { next.cursor = nil }
    encoder.encode(from: shown, to: next, isSynchronized: isSynchronized)
    swap(&shown, &next)
  }
}
