/// Finds the name that was probably meant.
package enum NearestName {
  /// The name with the fewest letters to change, add, drop or swap; the first of equals.
  ///
  /// Where none is near, the first name that goes on from `name` is meant.
  ///
  /// - Parameters:
  ///   - name: what stands in the file.
  ///   - names: the right ones, in the order in which ties are decided.
  ///   - limit: so many letters may differ at most, and the name does not go on.
  /// - Returns: nil where even the nearest has little in common with `name`.
  package static func nearest(to name: String, among names: [String], within limit: Int = .max)
    -> String?
  {
    let letters = Array(name.lowercased().unicodeScalars.prefix(lengthLimit))
    var best: (name: String, distance: Int)?
    for candidate in names {
      let others = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit))
      let distance = editDistance(letters, others)
      let allowed = max(1, max(letters.count, others.count) * 2 / 5)
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

  /// Levenshtein's distance, where swapping two neighbours counts once.
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
