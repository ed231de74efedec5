internal import ChildPluginAPI
internal import HostPlugins

/// Content of every kind, whatever the states of the child.
enum ContentChecks {
  static var all: [Check] { kinds + errors }

  private static var kinds: [Check] {
    [
      shows("content-none", 2, "it lives when there is no content at all") { [.none] },
      shows("content-empty", 2, "it lives with content without rows") { [.empty] },
      shows(
        "content-huge", 4, "it lives with a million million rows, at both ends"
      ) { [.list(rows: 1_000_000_000_000), .list(rows: UInt64(Int64.max), columns: 3)] },
      shows("content-odd-columns", 4, "it lives with columns of any number, name and width") {
        let names: [[UInt8]] = [[], [0xFF, 0xFE], Array(repeating: 0x58, count: 5000)]
        let widths = [1, 10_000, Int(Int32.max)]
        return [1, 2, 300].flatMap { count in
          names.flatMap { name in
            widths.map { width in
              var content = TrialContent.list(rows: 30)
              content.columns = (0..<count).map {
                TrialContent.Column(
                  name: name,
                  facts: ContentColumnFacts(isRightAligned: $0 % 2 == 0, width: width))
              }
              content.cell = { row, column in
                (column ?? 0) % 3 == 2 ? [] : Array("r\(row)".utf8)
              }
              return content
            }
          }
        }
      },
      shows("content-hard-text", 3, "it lives with rows of any bytes") {
        [0, 2].map { (columns: Int) in
          var content = TrialContent.list(
            rows: UInt64(Samples.hardRows.count), columns: columns)
          content.cell = { row, _ in Samples.hardRows[Int(row) % Samples.hardRows.count] }
          return content
        }
      },
      shows("content-long-rows", 4, "it lives with rows of a mebibyte, cut and whole") {
        let long = [UInt8](repeating: 0x41, count: 1 << 20)
        return [(false, 0), (true, 0), (false, 3)].map { (isCut, columns) in
          var content = TrialContent.list(rows: 10, columns: columns)
          content.cell = { _, _ in long }
          content.isEveryRowCut = isCut
          return content
        }
      },
      Check("content-changing", level: 3, "rows come, go and change their meaning under it") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          for rows in [0, 1, 1000, 3, 0, 50, 100_000, 1] as [UInt64] {
            for columns in [0, 4, 1] as [Int] {
              var content = TrialContent.list(rows: rows, columns: columns)
              content.facts.generation =
                child.services.content.facts.generation + UInt64(columns)
              child.change(to: content)
              child.draw()
              child.key(TrialKey(code: CHILDPLUGIN_KEY_END))
              child.key(TrialKey(code: CHILDPLUGIN_KEY_ENTER))
              child.draw()
            }
          }
        }
      },
      Check("content-changes-unsaid", level: 5, "content may have changed before it is told") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          for rows in [UInt64(1000), 0, 10, 1] {
            child.services.content = .list(rows: rows, columns: Int(rows % 4))
            child.key(TrialKey(code: CHILDPLUGIN_KEY_DOWN))
            child.draw()
            child.key(TrialKey(code: CHILDPLUGIN_KEY_END))
            child.services.content = .empty
            child.draw()
            _ = child.accessibilityText(capacity: 100)
          }
        }
      },
      shows("loading-facts", 3, "it lives with loading that knows nothing, much, or odd numbers") {
        [0.0, 0.5, 1].flatMap { fraction in
          [Int64(0), 1, 3_600_000_000_000, .max / 2].map { elapsed in
            var content = TrialContent.loading
            content.facts.fraction = fraction
            content.facts.elapsedNanoseconds = elapsed
            content.facts.rows = UInt64(elapsed / 1000)
            return content
          }
        }
      },
    ]
  }

  private static var errors: [Check] {
    [
      shows("error-empty", 2, "it lives with an error of which every field is empty") {
        var content = TrialContent.failure
        content.facts.failure = .later(kind: CHILDPLUGIN_ERROR_NONE, number: 0)
        content.facts.elapsedNanoseconds = 0
        content.texts = [:]
        return [content]
      },
      shows("error-every-kind", 3, "it lives with every kind of error, and with later kinds") {
        (CHILDPLUGIN_ERROR_NONE...CHILDPLUGIN_ERROR_OTHER + 2).flatMap { kind in
          [Int32(0), 1, -1, 255, .max, .min].map { number in
            var content = TrialContent.failure
            let kind = kind == CHILDPLUGIN_ERROR_OTHER + 2 ? .max : kind
            content.facts.failure = .later(kind: kind, number: number)
            return content
          }
        }
      },
      shows("error-hard-text", 3, "it lives with errors of any bytes and length") {
        (Samples.hardRows + [[UInt8](repeating: 0x0A, count: 3000)]).map { bytes in
          var content = TrialContent.failure
          for which in ContentText.allCases { content.texts[which] = bytes }
          return content
        }
      },
    ]
  }

  /// Shows contents to every child, at the beginning and as news, and moves about in them.
  private static func shows(
    _ name: String, _ level: Int, _ purpose: String, _ contents: @escaping () -> [TrialContent]
  ) -> Check {
    Check(name, level: level, purpose) { trial throws(CheckEnd) in
      for content in contents() {
        try trial.forEachChild(content: content) { child throws(CheckEnd) in
          child.appear()
          child.focus(true)
          moveAbout(child)
          child.change(to: content)
          moveAbout(child)
        }
      }
    }
  }

  private static func moveAbout(_ child: TrialChild) {
    child.draw()
    let codes = [
      CHILDPLUGIN_KEY_END, CHILDPLUGIN_KEY_UP, CHILDPLUGIN_KEY_PAGE_UP, CHILDPLUGIN_KEY_RIGHT,
      CHILDPLUGIN_KEY_HOME, CHILDPLUGIN_KEY_PAGE_DOWN, CHILDPLUGIN_KEY_DOWN, CHILDPLUGIN_KEY_ENTER,
    ]
    for code in codes { child.key(TrialKey(code: code)) }
    child.draw()
    _ = child.accessibilityText(capacity: 200)
    child.woke()
    child.draw()
  }
}
