internal import HostContent
internal import HostRuntime

/// The three sources that `statehost` offers when started at a terminal without a source: commands
/// that list processes, fail, and print nothing; the first is loaded at once, a key loads another.
///
/// The commands need only POSIX utilities and /proc.
enum Demonstration {
  static var offers: [OfferedSource] {
    [
      offer("1", "processes", title: "processes by memory", processes),
      offer("2", "a failure", title: failing, failing),
      offer("3", "nothing", title: finding, finding),
    ]
  }

  private static func offer(
    _ key: String, _ action: String, title: String, _ script: String
  ) -> OfferedSource {
    OfferedSource(
      key: key, action: action, title: title,
      // A delay makes the loading state visible.
      source: .command(["sh", "-c", "sleep 1; " + script]))
  }

  private static let failing = "ls -l /proc/0 /no/such/folder"
  private static let finding = "find /proc/self/task -name nothing"

  private static let processes = #"""
    rows=$(
      for folder in /proc/[0-9]*; do
        memory=0 name= state=
        while read -r key value rest; do
          case $key in
            (Name:) name=$value ;;
            (State:) state=$value ;;
            (VmRSS:) memory=$value ;;
          esac
        done 2>/dev/null <"$folder/status"
        [ -n "$name" ] &&
          printf '%-8s  %-5s  %10s  %s\n' "${folder#/proc/}" "$state" "$memory" "$name"
      done | sort -k 3,3nr -k 1,1n
    )
    printf '%-8s  %-5s  %10s  %s\n%s\n' PID STATE 'MEMORY kB' NAME "$rows"
    """#
}
