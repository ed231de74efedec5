internal import ChildPluginAPI
internal import HostPlugins
internal import HostSystem

/// A child led through random events, always in an order that the header allows.
struct RandomLife {
  private let trial: Trial
  private let child: TrialChild

  init(_ trial: Trial, _ type: ChildType) throws(CheckEnd) {
    self.trial = trial
    child = try trial.child(type)
  }

  /// So many events at most, fewer where the plugin is slow.
  func run(steps: Int) throws(CheckEnd) {
    for _ in 0..<steps where trial.watch.slow.nanoseconds < Self.longestSlowNanoseconds {
      if !child.isOnScreen {
        child.appear(animated: below(2) == 0)
      } else if below(40) == 0 {
        child.disappear(animated: below(2) == 0)
      } else {
        step()
      }
      child.services.nowNanoseconds += Int64(below(100_000_000))
    }
    if child.isOnScreen { child.disappear() }
    child.destroy()
  }

  private static let longestSlowNanoseconds: Int64 = 2_000_000_000

  private func below(_ limit: Int) -> Int { trial.random.next(below: limit) }

  private func step() {
    switch below(12) {
    case 0, 1, 2: child.key(key())
    case 3: child.paste(trial.random.bytes(below(200)))
    case 4, 5: child.mouse(mouse())
    case 6: child.focus(below(2) == 0)
    case 7: child.resize(columns: below(200), rows: below(80))
    case 8: child.change(to: content())
    case 9: child.woke()
    case 10: child.themeChanged()
    default: child.draw()
    }
    if below(3) == 0 { child.draw() }
  }

  private func key() -> TrialKey {
    let modifiers = UInt32(below(8))
    if below(2) == 0 {
      var key = TrialKey.named[below(TrialKey.named.count)]
      key.modifiers = modifiers
      return key
    }
    return .character(Unicode.Scalar(UInt8(32 + below(95))), modifiers: modifiers)
  }

  private func mouse() -> childplugin_mouse_t {
    childplugin_mouse_t(
      CHILDPLUGIN_MOUSE_PRESS + UInt32(below(4)), button: UInt32(below(4)),
      modifiers: UInt32(below(8)),
      column: Int32(below(220)) - 10, row: Int32(below(100)) - 10, wheel: Int32(below(9)) - 4)
  }

  private func content() -> TrialContent {
    var content: TrialContent =
      switch below(6) {
      case 0: .empty
      case 1: .loading
      case 2: .failure
      case 3: .none
      default: .list(rows: UInt64(below(5000)), columns: below(6))
      }
    content.facts.generation = child.services.content.facts.generation + UInt64(below(2))
    return content
  }
}
