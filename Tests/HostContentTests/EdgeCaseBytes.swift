/// The output of real commands.
enum EdgeCaseBytes {
  static let pods = """
    NAME                                READY   STATUS             RESTARTS      AGE     IP           NODE     NOMINATED NODE   READINESS GATES
    web-7d9c5b8f6d-2xkqp                1/1     Running            0             5d1h    10.1.0.12    node-a   <none>           <none>
    web-7d9c5b8f6d-9v4tz                1/1     Running            2 (3d ago)    5d1h    10.1.0.13    node-b   <none>           <none>
    worker-0                            0/1     CrashLoopBackOff   212 (4m ago)  17h     10.1.0.101   node-a   <none>           <none>
    """

  static let onePod = """
    NAME    READY   STATUS    RESTARTS   AGE
    web-0   1/1     Running   0          3m
    """

  static let processes = """
    USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
    root         1  0.3  0.0  48012 17644 ?        S<Ll 03:03   0:09 /sbin/init splash --addr 0.0.0.0
    root         2  0.0  0.0      0     0 ?        S    03:03   0:00 [kthreadd]
    postgres   812  0.1  1.2 2174520 98124 ?       Ss   03:03   1:12 postgres: writer process
    ann      23131 12.0  3.4 918520 278124 pts/1   Rl+  10:41  14:02 node server.js --port 80
    ann      23900  0.0  0.0  10072  3312 pts/0    R+   10:44   0:00 ps aux
    """

  static let disks = """
    Filesystem      Size  Used Avail Use% Mounted on
    udev             12G     0   12G   0% /dev
    tmpfs           2.4G  1.2M  2.4G   1% /run
    /dev/vda1       252G   16G   80G  16% /
    """

  static let diskBlocks = """
    Filesystem     1K-blocks     Used Available Use% Mounted on
    udev            12334460        0  12334460   0% /dev
    /dev/vda1      264212084 15843440  83222172  16% /home/ann/a directory
    """

  static let containers = """
    CONTAINER ID   IMAGE          COMMAND                  CREATED        STATUS                    PORTS                  NAMES
    4f5ce2a1b3c4   nginx:latest   "/docker-entrypoint.…"   2 hours ago    Up 2 hours                0.0.0.0:80->80/tcp     web
    9a8b7c6d5e4f   redis:7        "docker-entrypoint.s…"   3 weeks ago    Exited (0) 2 weeks ago                           cache
    """

  static let containerHeader =
    "CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES\n"

  static let memory = """
                   total        used        free      shared  buff/cache   available
    Mem:        24684084      411140    23094548        8872     1458216    24272944
    Swap:              0           0           0
    """

  static let packages = """
    Package                   Version
    ------------------------- -----------
    annotated-types           0.7.0
    antlr4-python3-runtime    4.13.2
    """

  static let blockDevices = """
    NAME   MAJ:MIN RM  SIZE RO TYPE MOUNTPOINTS
    zram0  253:0    0    0B  0 disk
    vda    254:0    0  256G  0 disk
    └─vda1 254:1    0  255G  0 part /
    """

  static let wide = """
    NAME          CITY          COUNT
    Łukasz        Gdańsk        12
    Zoë           Århus         7
    """

  static let listing = """
    total 148
    lrwxrwxrwx    1 root root     7 May 20  2025 bin -> usr/bin
    drwxr-xr-x    2 root root  4096 May  9  2025 boot
    -rw-r--r--    1 root root   512 Nov 21 03:03 info.json
    """

  static let listingOfFiles = """
    -rw-r--r--    1 root root   512 Nov 21 03:03 A
    -rw-r--r--    1 root root  1512 Nov 21 03:03 B
    """

  static let names = "Makefile\nPackage.swift\nREADME.md\nSources\n"

  static let sizes = "4\t./a\n8\t./b\n120\t./some where\n132\t.\n"

  static let log = """
    2026-01-02T10:00:00Z INFO  server  started on port 80
    2026-01-02T10:00:01Z WARN  server  slow request took 3012 ms
    2026-01-02T10:00:02Z INFO  server  stopped
    """

  static let levelLog = """
    INFO   starting up
    INFO   listening
    DEBUG  connection from 10.0.0.1
    ERROR  it broke
    """

  static let shoutingLog = """
    ERROR  DATABASE GONE
    ERROR  DATABASE GONE
    INFO   back again
    """

  static let prose = """
    It was the best of times, it was the worst of times, it was the age of wisdom,
    it was the age of foolishness, it was the epoch of belief, it was the epoch of
    incredulity, it was the season of Light, it was the season of Darkness, it was
    """

  static let doubleSpaced = """
    The first sentence.  Another one here.
    The other sentence.  Another one there
    """

  static let commits = "a1b2c3d\tFix the door\n9f8e7d6\tPaint it green\n0a1b2c3\tOpen it\n"

  static let hello = "Hello  World\n"

  static let source = """
    int main(void) {
      int count  = 3;
      return     count;
    }
    """

  static let help = """
    Usage: tool [options]
      -a, --all      show all
      -v, --verbose  say more
    """

  static let scores = "name\tcity\tscore\nAnn\tParis\t12\nBob\tNew York\t7.5\n"
}
