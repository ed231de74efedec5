import HostSystem

/// How long matches take after each letter of seeded queries, typed about as fast as people type.
struct LetterTimes {
  private static let count = 100
  /// From the matches of a letter to the next letter.
  private static let pauseMilliseconds: Int64 = 100

  /// What stands before a query, and in which row of the screen.
  let prompt: String
  let row: Int
  /// The digits of a query, and the keys before and after it.
  let length: Int
  let begin: String
  let end: String
  /// Whether a screen shows matches of a query.
  let isShown: ([String], String) -> Bool
  /// Whether a screen shows all rows again.
  let isOver: ([String]) -> Bool

  /// The milliseconds of a hundred letters; the last is infinity if its matches did not come.
  func measure(on screen: ScreenedProcess) -> [Double] {
    var random = SplitMix(seed: 26)
    var times: [Double] = []
    while times.count < Self.count {
      screen.process.type(begin)
      var typed = ""
      for _ in 0..<length {
        let letter = String(Int.random(in: 1...9, using: &random))
        typed += letter
        // Rows of the query before that match this one, too, would count at once.
        let isStale = isShown(screen.rows, typed)
        guard let time = screen.milliseconds(typing: letter, until: { isAnswer($0, to: typed) })
        else { return times + [.infinity] }
        if !isStale { times.append(time) }
        screen.watch(milliseconds: Self.pauseMilliseconds)
      }
      guard screen.milliseconds(typing: end, until: isOver) != nil else {
        return times + [.infinity]
      }
      screen.watch(milliseconds: Self.pauseMilliseconds)
    }
    return times
  }

  private func isAnswer(_ rows: [String], to query: String) -> Bool {
    let typed = rows[row]
    return (typed.hasPrefix("\(prompt)\(query) ") || typed == prompt + query)
      && isShown(rows, query)
  }
}
