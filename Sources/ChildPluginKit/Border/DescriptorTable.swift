internal import ChildPluginAPI

/// Lays a descriptor out for the host, to live to the end of the process.
func descriptorTable(
  _ descriptor: ChildDescriptor, of making: PluginPart.Making
) -> UnsafePointer<childplugin_descriptor_t> {
  let places = UnsafeMutablePointer<childplugin_place_t>.allocate(capacity: descriptor.places.count)
  for (index, place) in descriptor.places.enumerated() {
    var table = unsafe childplugin_place_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_place_t>.size)
    unsafe table.place = place.place
    unsafe table.flags = place.insteadOfBundled ? CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED : 0
    unsafe table.state = immortalText(place.state)
    if let dock = place.dock {
      unsafe (table.edge, table.unit, table.extent, table.minimum) = dock.numbers
    }
    unsafe (places + index).initialize(to: table)
  }
  let needs = UnsafeMutablePointer<childplugin_text_t>.allocate(capacity: descriptor.needs.count)
  for (index, need) in descriptor.needs.enumerated() {
    unsafe (needs + index).initialize(to: immortalText(need.rawValue))
  }
  let keys = UnsafeMutablePointer<childplugin_default_key_t>.allocate(
    capacity: descriptor.keys.count)
  for (index, key) in descriptor.keys.enumerated() {
    var table = unsafe childplugin_default_key_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_default_key_t>.size)
    unsafe table.key = immortalText(key.key)
    unsafe table.state = immortalText(key.state)
    unsafe table.label = immortalText(key.label)
    unsafe (keys + index).initialize(to: table)
  }
  let options = UnsafeMutablePointer<childplugin_option_t>.allocate(
    capacity: descriptor.options.count)
  for (index, option) in descriptor.options.enumerated() {
    unsafe (options + index).initialize(to: optionTable(option))
  }
  var table = unsafe childplugin_descriptor_t()
  unsafe table.size = UInt32(MemoryLayout<childplugin_descriptor_t>.size)
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
  unsafe table.places = UnsafePointer(places)
  unsafe table.place_count = UInt32(descriptor.places.count)
  unsafe table.needs = UnsafePointer(needs)
  unsafe table.need_count = UInt32(descriptor.needs.count)
  unsafe table.keys = UnsafePointer(keys)
  unsafe table.key_count = UInt32(descriptor.keys.count)
  unsafe table.options = UnsafePointer(options)
  unsafe table.option_count = UInt32(descriptor.options.count)
  return unsafe UnsafePointer(immortal(table))
}

private func optionTable(_ option: ChildOption) -> childplugin_option_t {
  var table = unsafe childplugin_option_t()
  unsafe table.size = UInt32(MemoryLayout<childplugin_option_t>.size)
  unsafe table.kind =
    switch option.kind {
    case .text: CHILDPLUGIN_OPTION_TEXT
    case .flag: CHILDPLUGIN_OPTION_FLAG
    case .integer: CHILDPLUGIN_OPTION_INTEGER
    case .number: CHILDPLUGIN_OPTION_NUMBER
    case .duration: CHILDPLUGIN_OPTION_DURATION
    case .choice: CHILDPLUGIN_OPTION_CHOICE
    }
  unsafe table.name = immortalText(option.name)
  unsafe table.fallback = immortalText(option.fallback)
  unsafe table.help = immortalText(option.help)
  if case .choice(let words) = option.kind {
    let choices = UnsafeMutablePointer<childplugin_text_t>.allocate(capacity: words.count)
    for (index, word) in words.enumerated() {
      unsafe (choices + index).initialize(to: immortalText(word))
    }
    unsafe table.choices = UnsafePointer(choices)
    unsafe table.choice_count = UInt32(words.count)
  }
  if let range = option.range {
    unsafe table.flags = CHILDPLUGIN_OPTION_RANGE
    unsafe table.minimum = range.lowerBound
    unsafe table.maximum = range.upperBound
  }
  return unsafe table
}
