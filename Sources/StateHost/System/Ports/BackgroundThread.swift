internal import CHostSystem
internal import Glibc
internal import Synchronization

/// A thread that does work beside the loop; it begins with the first `goOn`.
package final class BackgroundThread: BackgroundPort {
  /// What the thread and the loop share; the last of both lets it go.
  private final class Shared: Sendable {
    let work: any BackgroundWork
    /// Tells the loop of news.
    let bell: Descriptor
    /// Tells the thread that there is something to do.
    let call: Descriptor
    let isClosed = Atomic(false)

    init(_ work: any BackgroundWork, bell: consuming Descriptor, call: consuming Descriptor) {
      self.work = work
      self.bell = bell
      self.call = call
    }

    func run() {
      while !isClosed.load(ordering: .acquiring) {
        let step = work.step()
        if step.hasNews { host_wake(bell.rawValue) }
        if !step.hasMore { host_wake_wait(call.rawValue) }
      }
    }
  }

  private let shared: Shared
  private var watch: Watch?
  private var isRunning = false

  package let token: PortToken

  /// - Parameters:
  ///   - work: what its steps do.
  ///   - poller: watches for news.
  /// - Throws: that there are no more descriptors.
  package init(_ work: any BackgroundWork, in poller: Poller) throws(SystemError) {
    let bell = Descriptor(owning: try checked(host_wake_open(), "eventfd"))
    let call = Descriptor(owning: try checked(host_wake_open(), "eventfd"))
    let watch = Watch(try Descriptor(duplicating: bell.rawValue), in: poller)
    token = watch.token
    self.watch = consume watch
    shared = Shared(work, bell: bell, call: call)
  }

  deinit { close() }

  package func goOn() {
    guard watch != nil else { return }
    host_wake(shared.call.rawValue)
    if !isRunning { isRunning = begin() }
  }

  package func clear() { if let number = watch?.number { host_wake_clear(number) } }

  package func close() {
    watch = nil
    shared.isClosed.store(true, ordering: .releasing)
    host_wake(shared.call.rawValue)
  }

  /// Starts the thread, which takes no signal; where there is none to be had the next `goOn` tries again.
  private func begin() -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let held = unsafe Unmanaged.passRetained(shared)
    let error = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Shared>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, held.toOpaque())
    guard error == 0 else {
      unsafe held.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
