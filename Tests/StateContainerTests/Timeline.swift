import StateContainer

/// Draws a run: one row a child, one column a tick.
///
/// `.` not one of the container's children, `>` entering, `=` in place, `<` leaving.
/// A tick is 50 ms; the calls of a tick are made after time has come to it.
func drawn(
  _ owner: RecordedOwner, ticks: Int,
  calls: [Int: (StateContainer<String, RecordedChild>) -> Void]
) -> String {
  let container = owner.container
  let names = owner.children.keys.sorted()
  var rows = names.map { "\($0) " }
  for tick in 0..<ticks {
    container.advance(to: Int64(tick) * 50_000_000)
    calls[tick]?(container)
    for (row, name) in names.enumerated() {
      rows[row] += owner.children[name].map { mark(container.presentation(of: $0)) } ?? "?"
    }
  }
  return rows.joined(separator: "\n")
}

private func mark(_ presentation: ChildPresentation?) -> String {
  switch presentation {
  case nil: "."
  case .steady: "="
  case .entering: ">"
  case .leaving: "<"
  }
}
