internal import Glibc
internal import Synchronization

/// A thread for background work, started by the first `resume`.
package final class BackgroundThread: BackgroundHandle {
  /// State that the thread and the loop share.
  private final class Shared: Sendable {
    let work: any BackgroundWork
    /// Rung by the thread for the loop.
    let bell: Bell
    /// Rung by the loop for the thread.
    let call: Bell
    let isClosed = Atomic(false)

    init(_ work: any BackgroundWork, bell: consuming Bell, call: consuming Bell) {
      self.work = work
      self.bell = bell
      self.call = call
    }

    func run() {
      while !isClosed.load(ordering: .acquiring) {
        let step = work.step()
        if step.hasNews { bell.ring() }
        if !step.hasMore { call.wait() }
      }
    }
  }

  private let shared: Shared
  private var watch: Watch?
  private var isRunning = false

  package let token: PortToken

  package init(_ work: any BackgroundWork, in poller: Poller) throws(SystemError) {
    let bell = try Bell()
    let call = try Bell()
    let watch = Watch(try Descriptor(duplicating: bell.descriptor.rawValue), in: poller)
    token = watch.token
    self.watch = consume watch
    shared = Shared(work, bell: bell, call: call)
  }

  deinit { close() }

  package func resume() {
    guard watch != nil else { return }
    shared.call.ring()
    if !isRunning { isRunning = begin() }
  }

  package func clear() { if watch != nil { shared.bell.clear() } }

  package func close() {
    watch = nil
    shared.isClosed.store(true, ordering: .releasing)
    shared.call.ring()
  }

  /// Starts the thread with all signals blocked; after a failure the next `resume` tries again.
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
