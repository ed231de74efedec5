internal import ChildPluginAPI

/// The ABI's form of a descriptor, which is never deallocated.
func descriptorTable(
  _ descriptor: ChildDescriptor, of making: PluginPart.Making
) -> UnsafePointer<childplugin_descriptor_t> {
  var table = unsafe sized(childplugin_descriptor_t())
  unsafe table.flags =
    switch making {
    case .source: CHILDPLUGIN_DESCRIPTOR_SOURCE
    case .child:
      (descriptor.takesFocus ? CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS : 0)
        | (descriptor.followsMouse ? CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE : 0)
        | (descriptor.isModal ? CHILDPLUGIN_DESCRIPTOR_MODAL : 0)
    }
  unsafe table.id = immortalText(descriptor.id)
  unsafe table.name = immortalText(descriptor.name)
  unsafe table.vendor = immortalText(descriptor.vendor)
  unsafe table.version = immortalText(descriptor.version)
  unsafe table.description = immortalText(descriptor.description)
  unsafe table.places = immortal(descriptor.places.map(placeTable))
  unsafe table.place_count = UInt32(descriptor.places.count)
  unsafe table.needs = immortal(descriptor.needs.map { unsafe immortalText($0.rawValue) })
  unsafe table.need_count = UInt32(descriptor.needs.count)
  unsafe table.keys = immortal(descriptor.keys.map(keyTable))
  unsafe table.key_count = UInt32(descriptor.keys.count)
  unsafe table.options = immortal(descriptor.options.map(optionTable))
  unsafe table.option_count = UInt32(descriptor.options.count)
  return unsafe UnsafePointer(immortal(table))
}

private func placeTable(_ place: ChildPlace) -> childplugin_place_t {
  var table = unsafe sized(childplugin_place_t())
  unsafe table.place = place.place
  unsafe table.flags = place.insteadOfBundled ? CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED : 0
  unsafe table.state = immortalText(place.state)
  if let dock = place.dock {
    unsafe (table.edge, table.unit, table.extent, table.minimum) = dock.numbers
  }
  return unsafe table
}

private func keyTable(_ key: DefaultKey) -> childplugin_default_key_t {
  var table = unsafe sized(childplugin_default_key_t())
  unsafe table.key = immortalText(key.key)
  unsafe table.state = immortalText(key.state)
  unsafe table.label = immortalText(key.label)
  return unsafe table
}

private func optionTable(_ option: ChildOption) -> childplugin_option_t {
  var table = unsafe sized(childplugin_option_t())
  unsafe table.kind = option.kind
  unsafe table.name = immortalText(option.name)
  unsafe table.fallback = immortalText(option.fallback)
  unsafe table.help = immortalText(option.help)
  unsafe table.choices = immortal(option.choices.map { unsafe immortalText($0) })
  unsafe table.choice_count = UInt32(option.choices.count)
  if let range = option.range {
    unsafe table.flags = CHILDPLUGIN_OPTION_RANGE
    unsafe table.minimum = range.lowerBound
    unsafe table.maximum = range.upperBound
  }
  return unsafe table
}
