internal import ChildPluginAPI
internal import HostSurface

/// The decorations of a child's styles, checked.
extension HostSide {
  /// So many links are made in a draw.
  private static let linksLimit = 256

  /// The number of a link in the draw that goes on; 0, which is reported, where there can be none.
  func link(to bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard let address = unsafe LinkAddress(bytes) else {
      report(.linkMalformed)
      return 0
    }
    if let index = links.firstIndex(of: address) { return UInt32(index + 1) }
    guard links.count < Self.linksLimit else {
      report(.tooMuch(.links))
      return 0
    }
    links.append(address)
    hasLinks = true
    return UInt32(links.count)
  }

  /// What a style says of the line below and the link, as the terminal can show it.
  func decoration(of style: childplugin_style_t, _ function: HostFunction) -> Decoration {
    var decoration = Decoration()
    if style.attributes & CHILDPLUGIN_ATTRIBUTE_UNDERLINE != 0 {
      decoration.underline =
        UInt8(exactly: style.underline).flatMap(Decoration.Underline.init) ?? .plain
      decoration.underlineColour = shown(Colour(foreign: style.underline_colour, none: .default))
    }
    if style.link != 0 {
      if style.link <= links.count {
        decoration.link = links[Int(style.link) - 1]
      } else {
        report(.linkUnknown(function))
      }
    }
    return decoration
  }

  private func shown(_ colour: Colour) -> Colour {
    let role = colour.kind == .role ? ThemeRole(rawValue: UInt8(colour.value)) : nil
    return (role.map(services.colour) ?? colour)
      .reduced(to: ColourDepth(colourCount: services.terminalFacts.colours))
  }
}
