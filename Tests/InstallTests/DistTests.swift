import Foundation
import TestSupport
import Testing

@Suite("The packages", .enabled(if: ReleaseBuild.isThere, "make build has not been run"))
struct DistTests {
  /// One test, for packing takes seconds.
  @Test(.enabled(if: ProgramRun.canRun("dpkg"), "dpkg is not installed"))
  func `of make dist are installed, run and are removed without a trace`() throws {
    let folder = try ScratchFolder()
    let packed = try Shell.run(
      "sh Scripts/dist.sh \"$1\"", [folder.path],
      environment: ["BUILD": ReleaseBuild.folder, "DPKG_DEB_COMPRESSOR_TYPE": "none"])
    try #require(packed.status == 0, "\(packed.errors)")
    let files = packed.output.split(separator: "\n").map(String.init)
    try #require(files.count == 2)
    try archiveRuns(files[0], in: folder)
    try packageIsRight(files[1], in: folder)
    try packageComesAndGoes(files[1], in: folder)
  }

  private func archiveRuns(_ archive: String, in folder: ScratchFolder) throws {
    let run = try Shell.run(
      """
      mkdir unpacked
      tar -C unpacked -xzf "$1"
      mv unpacked/* 'un packed'
      'un packed/bin/statehost' plugins
      sed -n 's/^prefix=//p' 'un packed/lib/pkgconfig/childplugin.pc'
      """, [archive], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("org.statehost.list "))
    #expect(run.output.hasSuffix("\n${pcfiledir}/../..\n"))
  }

  private func packageIsRight(_ package: String, in folder: ScratchFolder) throws {
    let control = try Shell.run("dpkg-deb -f \"$1\"", [package]).output
    var fields: [String: String] = [:]
    for line in control.split(separator: "\n") where !line.hasPrefix(" ") {
      let parts = line.split(separator: ":", maxSplits: 1)
      fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    #expect(fields["Package"] == "statehost")
    let version = try Shell.run(
      "\"$1\" --version", [BuiltProducts.executable]
    ).output
    #expect(version.hasPrefix("statehost \(fields["Version"] ?? ""),"))
    let needed = fields["Depends"]?.components(separatedBy: ", ").map {
      String($0.prefix { $0 != " " })
    }
    #expect(needed == ["libc6", "libgcc-s1", "libstdc++6"])
    #expect(fields["Depends"]?.contains("libc6 (>= 2.") == true)
    #expect((Int(fields["Installed-Size"] ?? "") ?? 0) > 5_000)
    let run = try Shell.run(
      """
      dpkg-deb -R "$1" package
      cd package
      md5sum --quiet -c DEBIAN/md5sums
      test "$(wc -l <DEBIAN/md5sums)" = "$(find usr -type f | wc -l)"
      for page in man1/statehost.1 man5/statehost-states.5 man3/childplugin.3; do
        gzip -t usr/share/man/$page.gz
      done
      test -s usr/share/zsh/vendor-completions/_statehost
      test -s usr/share/doc/statehost/copyright
      gzip -t usr/share/doc/statehost/changelog.gz
      grep -x prefix=/usr usr/lib/pkgconfig/childplugin.pc
      find . -type f -perm /022
      """, [package], in: folder.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output == "prefix=/usr\n")
  }

  /// In a system of its own, with an empty record of packages.
  private func packageComesAndGoes(_ package: String, in folder: ScratchFolder) throws {
    let run = try Shell.run(
      """
      mkdir -p system/var/lib/dpkg/info system/var/lib/dpkg/updates system/var/log
      touch system/var/lib/dpkg/status
      PATH=$PATH:/usr/sbin:/sbin
      set -- "$1" dpkg --root="$PWD/system" --force-not-root --force-depends --log=/dev/null
      package=$1
      shift
      "$@" -i "$package" >log 2>&1
      system/usr/bin/statehost plugins
      "$@" --verify statehost
      "$@" -r statehost >log 2>&1
      "$@" -P statehost >log 2>&1 || true
      find system -path system/var -prune -o -print
      find system/var -name 'statehost*'
      """, [package], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("org.statehost.loading "))
    #expect(run.output.hasSuffix(".so\nsystem\n"), "\(run.output)")
  }
}
