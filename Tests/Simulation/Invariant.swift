/// What holds after every turn of a run, or at its end, in a sentence.
package enum Invariant: String, CaseIterable, Sendable {
  case screenIsSurface = "What the terminal shows is the frame that was made, cell by cell."
  case knownSequences = "The terminal understands all that is sent to it."
  case surfaceHasSize = "The frame has the size of the terminal."
  case cursorOfFocus = "Only the child with the focus shows a cursor."
  case rowsAreThoseSent = "The rows of the content are those that one load has read."
  case columnsOfAllRows =
    "Once a load has ended, the columns are those that one look at all its rows gives."
  case rowsAreShown = "At rest the rows on the screen are those that the source sent."
  case viewIsAsAsked = "At rest the view has the rows that were asked for, in that order."
  case containerRules = "The container's events keep its contract."
  case inputOnce = "Each key is offered in order, from the top down, until a child uses it."
  case escapeActs = "An Escape that nothing follows is a key."
  case focusBeforeKeys = "A child has the focus exactly while it may get keys."
  case typedIsText = "What is typed after what begins a text is text, however fast it comes."
  case nobodyWaitsLong = "No plugin's timing keeps another state waiting for long."
  case comesToRest = "Nothing wakes where nothing moves, and every run comes to its end."
  case lastFrameIsShown = "At rest nothing waits to be shown."
  case boundedQueues = "No queue grows without a limit."
  case portsBalance = "What was opened is closed, once."
  case terminalAsItBegan = "The terminal is left as it was found."
  case workersAddUp = "Each worker is told what it can be told, fails for a reason, and is ended."
  case failureIsShown = "Where a child has failed a notice stands, and nothing else has changed."
  case scanJoins = "What is found out about a plugin joins the run, and fails only for a reason."
  case misconductEnds = "Who floods the program, or computes outside of any call, is ended."
  case stripsAreOwn = "At rest nobody else is where a child docks, wherever its border was moved."
}

/// How a run broke an invariant.
package struct Violation: Error, Equatable, CustomStringConvertible {
  package let invariant: Invariant
  package let atNanoseconds: Int64
  package let detail: String

  package var description: String { "\(invariant) at \(atNanoseconds / 1_000_000) ms: \(detail)" }
}
