internal import ChildPluginAPI

/// The C functions of every child of the kit.
enum ChildTable {
  static var functions: childplugin_child_t {
    unsafe childplugin_child_t(
      size: UInt32(MemoryLayout<childplugin_child_t>.size), reserved: 0, data: nil,
      destroy: { unsafe ChildBox.destroy($0) },
      will_appear: { unsafe ChildBox.of($0)?.child.willAppear(animated: $1) },
      did_appear: { unsafe ChildBox.of($0)?.child.didAppear(animated: $1) },
      will_disappear: { unsafe ChildBox.of($0)?.child.willDisappear(animated: $1) },
      did_disappear: { unsafe ChildBox.of($0)?.child.didDisappear(animated: $1) },
      timing: { table, appearing, timing in
        guard let timing = unsafe timing,
          let wanted = unsafe ChildBox.of(table)?.child.timing(appearing: appearing)
        else { return }
        var filled = unsafe sizedCopy(of: timing, over: childplugin_timing_t())
        wanted.write(to: &filled)
        unsafe sizedWrite(filled, to: timing)
      },
      draw: { table, canvas in
        guard let canvas = unsafe canvas, let box = unsafe ChildBox.of(table) else { return }
        unsafe box.child.draw(on: Canvas(canvas))
      },
      get_extension: { table, id in
        guard let box = unsafe ChildBox.of(table) else { return nil }
        return unsafe ExtensionTables.shared.table(of: box, id: id)
      })
  }
}
