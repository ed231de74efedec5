extension ContainerEvent {
  /// The same event with other states and children, such as their names.
  public func map<OtherState, OtherChild>(
    state: (State) throws -> OtherState, child: (Child) throws -> OtherChild
  ) rethrows -> ContainerEvent<OtherState, OtherChild> {
    switch self {
    case .loadAppearanceState(let loaded): .loadAppearanceState(try state(loaded))
    case .willTransition(let next, let animated):
      .willTransition(to: try state(next), animated: animated)
    case .didTransition(let previous, let next, let animated):
      .didTransition(from: try previous.map(state), to: try state(next), animated: animated)
    case .childWillAppear(let one, let animated):
      .childWillAppear(try child(one), animated: animated)
    case .childDidAppear(let one, let animated):
      .childDidAppear(try child(one), animated: animated)
    case .childWillDisappear(let one, let animated):
      .childWillDisappear(try child(one), animated: animated)
    case .childDidDisappear(let one, let animated):
      .childDidDisappear(try child(one), animated: animated)
    case .transitionWillBegin(let one, let appearing):
      .transitionWillBegin(try child(one), appearing: appearing)
    case .transitionDidEnd(let one, let appearing):
      .transitionDidEnd(try child(one), appearing: appearing)
    case .superseded(let lost): .superseded(try state(lost))
    case .cancelled(let lost): .cancelled(try state(lost))
    case .order: .order
    }
  }

  /// The `Codable` name of a container event; the event log writes the same names without it.
  private enum Name: String, Codable {
    case loadAppearanceState, willTransition, didTransition
    case childWillAppear, childDidAppear, childWillDisappear, childDidDisappear
    case transitionWillBegin, transitionDidEnd, superseded, cancelled, order
  }

  /// The `Codable` field names of an event; the event log has its own.
  private enum CodingKeys: String, CodingKey {
    case event, state, from, to, child, animated, appearing
  }
}

extension ContainerEvent: Encodable where State: Encodable, Child: Encodable {
  /// Writes the event with the names and fields of the event log; `order` without its children.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    func write(_ name: Name, _ child: Child, _ flag: Bool, _ key: CodingKeys) throws {
      try fields.encode(name, forKey: .event)
      try fields.encode(child, forKey: .child)
      try fields.encode(flag, forKey: key)
    }
    func write(_ name: Name, _ state: State, as key: CodingKeys = .state) throws {
      try fields.encode(name, forKey: .event)
      try fields.encode(state, forKey: key)
    }
    switch self {
    case .loadAppearanceState(let state): try write(.loadAppearanceState, state)
    case .willTransition(let next, let animated):
      try write(.willTransition, next, as: .to)
      try fields.encode(animated, forKey: .animated)
    case .didTransition(let previous, let next, let animated):
      try write(.didTransition, next, as: .to)
      try fields.encode(previous, forKey: .from)
      try fields.encode(animated, forKey: .animated)
    case .childWillAppear(let child, let flag): try write(.childWillAppear, child, flag, .animated)
    case .childDidAppear(let child, let flag): try write(.childDidAppear, child, flag, .animated)
    case .childWillDisappear(let child, let flag):
      try write(.childWillDisappear, child, flag, .animated)
    case .childDidDisappear(let child, let flag):
      try write(.childDidDisappear, child, flag, .animated)
    case .transitionWillBegin(let child, let flag):
      try write(.transitionWillBegin, child, flag, .appearing)
    case .transitionDidEnd(let child, let flag):
      try write(.transitionDidEnd, child, flag, .appearing)
    case .superseded(let state): try write(.superseded, state)
    case .cancelled(let state): try write(.cancelled, state)
    case .order: try fields.encode(Name.order, forKey: .event)
    }
  }
}

extension ContainerEvent: Decodable where State: Decodable, Child: Decodable {
  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    func state(_ key: CodingKeys = .state) throws -> State {
      try fields.decode(State.self, forKey: key)
    }
    func child() throws -> Child { try fields.decode(Child.self, forKey: .child) }
    func flag(_ key: CodingKeys) throws -> Bool { try fields.decode(Bool.self, forKey: key) }
    switch try fields.decode(Name.self, forKey: .event) {
    case .loadAppearanceState: self = .loadAppearanceState(try state())
    case .willTransition:
      self = .willTransition(to: try state(.to), animated: try flag(.animated))
    case .didTransition:
      self = .didTransition(
        from: try fields.decodeIfPresent(State.self, forKey: .from), to: try state(.to),
        animated: try flag(.animated))
    case .childWillAppear:
      self = .childWillAppear(try child(), animated: try flag(.animated))
    case .childDidAppear: self = .childDidAppear(try child(), animated: try flag(.animated))
    case .childWillDisappear:
      self = .childWillDisappear(try child(), animated: try flag(.animated))
    case .childDidDisappear:
      self = .childDidDisappear(try child(), animated: try flag(.animated))
    case .transitionWillBegin:
      self = .transitionWillBegin(try child(), appearing: try flag(.appearing))
    case .transitionDidEnd:
      self = .transitionDidEnd(try child(), appearing: try flag(.appearing))
    case .superseded: self = .superseded(try state())
    case .cancelled: self = .cancelled(try state())
    case .order: self = .order
    }
  }
}
