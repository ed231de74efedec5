internal import HostPlugins

/// Offers one key, paste or mouse event to children, one after the other, until one uses it, and tracks the child
/// whose reply is pending.
struct InputOffer {
  let input: ChildInput
  /// The children that have not been offered the input; the next one is last.
  var others: [StageChild]
  /// The child whose reply is pending, and its deadline.
  var asked: (child: StageChild, untilNanoseconds: Int64)?

  /// Whether only the child in front is offered the input.
  let isForFrontAlone: Bool
  /// How long a child has to reply.
  let patienceNanoseconds: Int64

  /// - Parameters:
  ///   - input: the input; the mouse in cells of the surface.
  ///   - children: the children to offer it to, the first one last.
  ///   - isForFrontAlone: whether only the child in front is offered the input.
  ///   - patience: how long each child has to reply.
  init(
    _ input: ChildInput, to children: some Sequence<StageChild>, isForFrontAlone: Bool = false,
    patienceNanoseconds patience: Int64
  ) {
    self.isForFrontAlone = isForFrontAlone
    patienceNanoseconds = patience
    self.input = input
    others = Array(children)
  }

  /// Offers the input until a child uses it or a reply is pending.
  ///
  /// - Parameter now: the current time.
  /// - Returns: the answer, and the child that used the input.
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
