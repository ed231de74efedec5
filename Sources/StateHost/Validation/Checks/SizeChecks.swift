internal import ChildPluginAPI
internal import HostPlugins
internal import HostSystem

/// Canvases of every size.
enum SizeChecks {
  static var all: [Check] {
    [
      size("size-0x0", 1, 0, 0, "it lives with no room at all"),
      size("size-1x1", 1, 1, 1, "it lives in one cell"),
      size("size-1x500", 2, 1, 500, "it lives in one column of 500 rows"),
      size("size-500x1", 2, 500, 1, "it lives in one row of 500 columns"),
      size("size-4096x2048", 3, 4096, 2048, "it lives on the largest surface there is"),
      Check("size-random", level: 6, "it lives at 300 random sizes, by the seed") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          for _ in 0..<300 {
            resize(child, trial.random.next(below: 300), trial.random.next(below: 120))
          }
        }
      },
      Check("resize-in-every-phase", level: 4, "the size may change in the middle of anything") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          for (columns, rows) in [(7, 3), (0, 0), (300, 2), (2, 100)] {
            child.willAppear(animated: true)
            resize(child, columns, rows)
            child.willBegin(appearing: true)
            resize(child, 80, 24)
            child.progress(0.5, appearing: true)
            resize(child, columns, rows)
            child.didEnd(appearing: true)
            resize(child, 80, 24)
            child.didAppear(animated: true)
            resize(child, columns, rows)
            child.key(.down)
            resize(child, 80, 24)
            child.willDisappear(animated: true)
            resize(child, columns, rows)
            child.willBegin(appearing: false)
            resize(child, 80, 24)
            child.progress(0.5, appearing: false)
            resize(child, columns, rows)
            child.didEnd(appearing: false)
            child.didDisappear(animated: true)
          }
        }
      },
    ]
  }

  private static func size(
    _ name: String, _ level: Int, _ columns: Int, _ rows: Int, _ purpose: String
  ) -> Check {
    Check(name, level: level, purpose) { trial throws(CheckEnd) in
      try trial.forEachChild { child throws(CheckEnd) in
        child.setSize(columns: columns, rows: rows)
        child.appear()
        child.key(.down)
        child.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT))
        child.draw()
        for content in columns < wideColumns ? hardToFit : largest {
          child.change(to: content)
          child.draw()
        }
        child.disappear()
        child.destroy()
      }
    }
  }

  /// No character fits into one column; the whole width is a progress; there are rows for any height.
  private static var hardToFit: [TrialContent] {
    let wide = String(repeating: "\u{6F22}", count: 40)
    return [
      TrialContent.list(rows: 40).withCells(wide),
      TrialContent.list(rows: 40, columns: 3).withCells(wide),
    ] + largest
  }

  private static var largest: [TrialContent] {
    var loading = TrialContent.loading
    loading.facts.fraction = 1
    return [loading, .list(rows: 5000), .list(rows: 5000, columns: 3)]
  }

  /// Whatever is wide fits in.
  private static let wideColumns = 1000

  private static func resize(_ child: TrialChild, _ columns: Int, _ rows: Int) {
    _ = child.insets()
    child.resize(columns: columns, rows: rows)
    child.draw()
  }
}
