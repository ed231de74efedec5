internal import HostContent
internal import HostRuntime

/// What a bare `statehost` shows: a real command for each state, chosen by a key.
///
/// The commands need nothing but a POSIX shell and /proc.
enum Demonstration {
  static let offers = [
    offer("1", "processes", processes), offer("2", "a failure", failure),
    offer("3", "nothing", "sleep 1"),
  ]

  private static func offer(_ key: String, _ what: String, _ script: String) -> OfferedSource {
    OfferedSource(
      key: key, title: "\(what) (1 rows, 2 a failure, 3 nothing)",
      source: .command(["sh", "-c", script]))
  }

  /// Takes its time first, so that loading can be seen; then the rows come one after another.
  private static let processes = #"""
    sleep 1.5
    printf '%-8s  %-5s  %10s  %s\n' PID STATE 'MEMORY kB' NAME
    for folder in /proc/[0-9]*; do
      memory=0 name= state=
      while read -r key value rest; do
        case $key in
          Name:) name=$value ;;
          State:) state=$value ;;
          VmRSS:) memory=$value ;;
        esac
      done <"$folder/status" 2>/dev/null
      [ -n "$name" ] && printf '%-8s  %-5s  %10s  %s\n' "${folder#/proc/}" "$state" "$memory" "$name"
    done
    """#

  private static let failure = #"""
    sleep 1
    echo 'connecting to database.example:5432 ...' >&2
    sleep 0.5
    echo 'error: connection refused after 3 attempts' >&2
    echo 'hint: is the server running, and does it listen on that port?' >&2
    exit 4
    """#
}
