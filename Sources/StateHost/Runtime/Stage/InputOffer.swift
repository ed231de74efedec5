internal import HostPlugins

/// What the user did, on its way down through the children.
struct InputOffer {
  let input: ChildInput
  /// Those who have not been asked; the next one is the last.
  var others: [StageChild]
  /// Who was asked and has not said yet, and until when that is waited for.
  var asked: (child: StageChild, untilNanoseconds: Int64)?

  /// Whether it is offered to the child in front alone.
  let isForFrontAlone: Bool
  /// How long a child may think about it.
  let patienceNanoseconds: Int64

  /// - Parameters:
  ///   - input: the mouse in cells of the surface.
  ///   - children: whom to ask, the first one last.
  ///   - isForFrontAlone: whether only the child in front is to be asked.
  ///   - patience: how long each may think about it.
  init(
    _ input: ChildInput, to children: some Sequence<StageChild>, isForFrontAlone: Bool = false,
    patienceNanoseconds patience: Int64
  ) {
    self.isForFrontAlone = isForFrontAlone
    patienceNanoseconds = patience
    self.input = input
    others = Array(children)
  }

  /// Asks one after the other, until one has used it or has to be waited for.
  ///
  /// - Parameter now: the present instant.
  /// - Returns: the answer, and whose it is where it was used.
  mutating func advance(to now: Int64) -> (answer: InputAnswer, user: StageChild?) {
    if let (child, until) = asked {
      switch child.inputAnswer {
      case .used: return (.used, child)
      case .later where now < until: return (.later, nil)
      case .later: child.withdrawInput()
      case .unused: break
      }
      asked = nil
    }
    while let child = others.popLast() {
      switch child.offer(input) {
      case .used: return (.used, child)
      case .unused: continue
      case .later:
        asked = (child, now + child.inputPatience(of: patienceNanoseconds))
        return (.later, nil)
      }
    }
    return (.unused, nil)
  }
}
