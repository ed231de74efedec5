internal import ChildPluginAPI

/// Lays a descriptor out for the host, to live to the end of the process.
func descriptorTable(_ descriptor: ChildDescriptor) -> UnsafePointer<childplugin_descriptor_t> {
  let places = UnsafeMutablePointer<childplugin_place_t>.allocate(capacity: descriptor.places.count)
  for (index, place) in descriptor.places.enumerated() {
    var table = unsafe childplugin_place_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_place_t>.size)
    unsafe table.place = place.place
    unsafe table.flags = place.insteadOfBundled ? CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED : 0
    unsafe table.state = immortalText(place.state)
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
  var table = unsafe childplugin_descriptor_t()
  unsafe table.size = UInt32(MemoryLayout<childplugin_descriptor_t>.size)
  unsafe table.flags = descriptor.takesFocus ? CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS : 0
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
  return unsafe UnsafePointer(immortal(table))
}
