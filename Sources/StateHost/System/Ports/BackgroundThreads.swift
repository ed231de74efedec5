internal import Glibc
internal import Synchronization

/// The `BackgroundHandle` of the real system: runs a job (searching, filtering or sorting rows, or
/// finding them again after a reload) on threads, as many as the job allows but at most one for
/// each processor; started by `resume`, they sleep while no work is left, and wake the main loop
/// for results.
package final class BackgroundThreads: BackgroundHandle {
  /// The state that one background thread and the main loop share: the job, a wake-up object for
  /// either side, and an end flag.
  private final class Shared: Sendable {
    let work: any BackgroundWork
    /// Rung by the thread for the loop; shared by all threads.
    let news: Bell
    /// Rung by the loop for the thread.
    let call: Bell
    let isClosed = Atomic(false)

    init(_ work: any BackgroundWork, news: Bell) throws(SystemError) {
      self.work = work
      self.news = news
      call = try Bell()
    }

    func run() {
      while !isClosed.load(ordering: .acquiring) {
        let step = work.step()
        if step.hasNews { news.ring() }
        if !step.hasMore { call.wait() }
      }
    }
  }

  private let news: Bell
  private let threads: [Shared]
  private var watch: Watch?
  /// The number of threads that were started; a later `resume` tries again to start the others.
  private var startedCount = 0

  package let token: PortToken

  package init(_ work: any BackgroundWork, in poller: Poller) throws(SystemError) {
    news = try Bell()
    let watch = try news.watch(in: poller)
    token = watch.token
    self.watch = consume watch
    var threads = [try Shared(work, news: news)]
    let count = min(work.threadLimit, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    while threads.count < count {
      // One thread is enough where there are no descriptors for more.
      guard let thread = try? Shared(work, news: news) else { break }
      threads.append(thread)
    }
    self.threads = threads
  }

  deinit { close() }

  package func resume() {
    guard watch != nil else { return }
    for thread in threads { thread.call.ring() }
    while startedCount < threads.count {
      let thread = threads[startedCount]
      guard SystemThread.begin({ thread.run() }) else { return }
      startedCount += 1
    }
  }

  package func clear() { if watch != nil { news.clear() } }

  package func close() {
    watch = nil
    for thread in threads {
      thread.isClosed.store(true, ordering: .releasing)
      thread.call.ring()
    }
  }
}

/// A POSIX thread of `BackgroundThreads` or `FolderCheck`; all signals are blocked in it.
package enum SystemThread {
  /// The function of a thread, as an object that can be passed through C.
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which ends when the function returns; returns whether it did.
  @discardableResult
  package static func begin(_ run: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let held = unsafe Unmanaged.passRetained(Body(run))
    let error = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
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
