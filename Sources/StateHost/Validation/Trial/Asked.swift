extension TrialServices {
  /// Something that a child asked for, and the call in which it did.
  struct Asked<What> {
    let what: What
    let place: CallPlace
  }
}
