import StateContainer

extension ContainerEvent where State == String, Child == RecordedChild {
  /// The fields of the event's line in the log; `layers` are the container's.
  func fields(layers: [RecordedChild]) -> String {
    switch self {
    case .loadAppearanceState(let state): "\"event\":\"loadAppearanceState\",\"state\":\"\(state)\""
    case .willTransition(let state, let animated):
      "\"event\":\"willTransition\",\"to\":\"\(state)\",\"animated\":\(animated)"
    case .didTransition(let from, let to, let animated):
      "\"event\":\"didTransition\",\"from\":\(from.map { "\"\($0)\"" } ?? "null"),\"to\":\"\(to)\","
        + "\"animated\":\(animated)"
    case .childWillAppear(let child, let animated):
      "\"event\":\"childWillAppear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childDidAppear(let child, let animated):
      "\"event\":\"childDidAppear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childWillDisappear(let child, let animated):
      "\"event\":\"childWillDisappear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childDidDisappear(let child, let animated):
      "\"event\":\"childDidDisappear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .transitionWillBegin(let child, let appearing):
      "\"event\":\"transitionWillBegin\",\"child\":\"\(child.id)\",\"appearing\":\(appearing)"
    case .transitionDidEnd(let child, let appearing):
      "\"event\":\"transitionDidEnd\",\"child\":\"\(child.id)\",\"appearing\":\(appearing)"
    case .superseded(let state): "\"event\":\"superseded\",\"state\":\"\(state)\""
    case .cancelled(let state): "\"event\":\"cancelled\",\"state\":\"\(state)\""
    case .order:
      "\"event\":\"order\",\"children\":["
        + layers.map { "\"\($0.id)\"" }.joined(separator: ",") + "]"
    }
  }

  /// The event in a few words; `layers` are the container's.
  func words(layers: [RecordedChild]) -> String {
    switch self {
    case .loadAppearanceState(let state): "load \(state)"
    case .willTransition(let to, _): "willTransition \(to)"
    case .didTransition(let from, let to, _): "didTransition \(from ?? "-") \(to)"
    case .childWillAppear(let child, _): "childWillAppear \(child.id)"
    case .childDidAppear(let child, _): "childDidAppear \(child.id)"
    case .childWillDisappear(let child, _): "childWillDisappear \(child.id)"
    case .childDidDisappear(let child, _): "childDidDisappear \(child.id)"
    case .transitionWillBegin(let child, let appearing):
      "begin \(appearing ? "in" : "out") \(child.id)"
    case .transitionDidEnd(let child, let appearing): "end \(appearing ? "in" : "out") \(child.id)"
    case .superseded(let state): "superseded \(state)"
    case .cancelled(let state): "cancelled \(state)"
    case .order: "order \(layers.map(\.id).joined(separator: " "))"
    }
  }
}
