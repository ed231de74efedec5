/// One thing that a plugin has, a child or a source, for
/// ``exportPlugin(_:load:begin:unload:extensionTable:)``.
public struct PluginPart {
  enum Making {
    case child((Host) -> (any ChildPlugin)?)
    case source((Reading) throws(SourceFailure) -> Void)
  }

  /// Asked when the plugin's table is made, once.
  let descriptor: () -> ChildDescriptor
  let making: Making

  /// A child of that type.
  public static func child<Child: ChildPlugin>(_ type: Child.Type) -> PluginPart {
    PluginPart(descriptor: { Child.descriptor }, making: .child { host in Child(host: host) })
  }

  /// A source of that type.
  public static func source<Source: SourcePlugin>(_ type: Source.Type) -> PluginPart {
    PluginPart(
      descriptor: { ChildDescriptor(Source.descriptor) },
      making: .source { reading throws(SourceFailure) in try Source.read(reading) })
  }
}
