/// A function that finds the known name closest to a misspelled one by edit distance or prefix, for
/// "did you mean" suggestions; nil if none is close.
package enum NearestName {
  /// The name with the smallest edit distance, or else the first that begins with `name`.
  ///
  /// Of equals the first is returned; nil if even the nearest has little in common with `name`.
  /// With a `limit` of the distance, prefixes do not count.
  package static func nearest(to name: String, among names: [String], within limit: Int = .max)
    -> String?
  {
    let letters = Array(name.lowercased().unicodeScalars.prefix(lengthLimit))
    // The dashes that options begin with are nothing in common.
    let dashCount = letters.prefix { $0 == "-" }.count
    var best: (name: String, distance: Int)?
    for candidate in names {
      let others = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit))
      let distance = editDistance(letters, others)
      let allowed = max(1, (max(letters.count, others.count) - dashCount) * 2 / 5)
      if distance <= min(allowed, limit), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    if best == nil, letters.count > 1, limit == .max {
      return names.first { $0.lowercased().unicodeScalars.starts(with: letters) }
    }
    return best?.name
  }

  private static let lengthLimit = 64

  /// The Levenshtein distance, where swapping two neighbours counts once.
  private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
