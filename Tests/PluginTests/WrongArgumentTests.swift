import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a child hands over that is none, to each function that takes such a thing.
  @Suite struct `A wrong argument` {
    private static let tables = """
      #define TABLE(name, id) const childplugin_host_##name##_t *name = \\
        host->get_extension(host, childplugin_text(id))
      #define TABLES TABLE(situation, CHILDPLUGIN_HOST_SITUATION); \\
        TABLE(selection, CHILDPLUGIN_HOST_SELECTION); TABLE(view, CHILDPLUGIN_HOST_VIEW); \\
        TABLE(styles, CHILDPLUGIN_HOST_STYLES); \\
        TABLE(text, CHILDPLUGIN_HOST_TEXT); TABLE(actions, CHILDPLUGIN_HOST_ACTIONS); \\
        TABLE(options, CHILDPLUGIN_HOST_OPTIONS); \\
        (void)situation, (void)selection, (void)view, (void)styles, (void)text, (void)actions, (void)options;
      """

    /// What is told of a child that does this when it appears, and when it draws, once each.
    private func faults(
      of statements: String, inDraw drawing: String = ""
    ) throws -> [ChildFault.Kind] {
      var plugin = FixturePlugin(draw: drawing, willAppear: "TABLES " + statements)
      plugin.declarations = Self.tables
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.drawn()
      #expect(fixture.logged().dropFirst().isEmpty, "nothing is given for it")
      return fixture.services.faults.map(\.kind)
    }

    @Test func `that is NULL where something is to be filled is that function's`() throws {
      let faults = try faults(
        of: """
          childplugin_text_t a = childplugin_text("a");
          childplugin_range_t range;
          char room[8];
          if (host->content(host, NULL) || host->content_row(host, 0, NULL) ||
              host->terminal(host, NULL) || selection->marked_rows(host, 0, NULL, 1) != 0 ||
              view->info(host, NULL) || view->rows(host, 0, NULL, 1) != 0 ||
              styles->of_cell(host, 0, 0, NULL, 1) != 0 || styles->of_text(host, a, NULL, 1) != 0 ||
              view->matches(host, 0, 0, NULL, 1) != 0 || view->sort(host, NULL) ||
              view->cells(host, NULL, 1, 0, 1, 8, &range, room, 8) != 0 ||
              actions->accept_rows(host, NULL, 1) || actions->accept_rows(host, NULL, 0) ||
              options->flag(host, a, NULL) || options->integer(host, a, NULL) ||
              options->number(host, a, NULL) || options->duration(host, a, NULL))
            note("got something");
          host->content_text(host, 1, NULL, 5);
          host->content_column(host, 0, NULL, NULL, 5);
          host->content_cell(host, 0, 0, NULL, 5);
          host->option(host, a, NULL, 5);
          situation->state(host, CHILDPLUGIN_STATE_CURRENT, NULL, 5);
          view->filter(host, NULL, NULL, 5);
          view->problem(host, NULL, 5);
          """)
      #expect(
        faults
          == [
            .content, .contentRow, .terminal, .selectionMarkedRows, .viewInfo, .viewRows,
            .stylesOfCell, .stylesOfText, .viewMatches, .viewSort, .viewCells, .actionsAcceptRows,
            .optionsFlag, .optionsInteger,
            .optionsNumber,
            .optionsDuration, .contentText, .contentColumn, .contentCell, .option, .situationState,
            .viewFilter, .viewProblem,
          ].map { .nullArgument($0) })
    }

    @Test func `is none where NULL is to be filled with nothing`() throws {
      let faults = try faults(
        of: """
          if (selection->marked_rows(host, 0, NULL, 0) != 0 || view->rows(host, 0, NULL, 0) != 0 ||
              view->matches(host, 0, 0, NULL, 0) > 1 || host->content_text(host, 1, NULL, 0) > 99 ||
              host->content_column(host, 0, NULL, NULL, 0) > 99 ||
              host->content_cell(host, 0, 0, NULL, 0) > 99 ||
              situation->state(host, CHILDPLUGIN_STATE_CURRENT, NULL, 0) > 99 ||
              view->filter(host, NULL, NULL, 0) > 99 || view->problem(host, NULL, 0) > 99)
            note("got something");
          host->option(host, childplugin_text("a"), NULL, 0);
          """)
      #expect(faults == [])
    }

    /// The header: false for rows that are not there, true where the marks are only too scattered to be kept.
    @Test func `is a row that is not there, but not a mark too many`() throws {
      let faults = try faults(
        of: """
          if (!selection->mark(host, 98, 1, true) || selection->mark(host, 99, 1, true))
            note("it is the other way round");
          """)
      #expect(faults.contains(.refused(.selectionMark, .tooScattered)))
    }

    @Test func `that is a text with a length and no bytes is that function's, and an empty one`()
      throws
    {
      let faults = try faults(
        of: """
          childplugin_text_t none = { NULL, 5 };
          bool flag; int64_t whole; double number; char room[4];
          childplugin_filter_t filter = { .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT,
                                          .text = none };
          if (host->text_columns(host, none) != 0 || text->fit(host, none, 9, NULL) != 0 ||
              host->get_extension(host, none) != NULL ||
              host->option(host, none, room, 4) != UINT64_MAX ||
              options->flag(host, none, &flag) || options->integer(host, none, &whole) ||
              options->number(host, none, &number) || options->duration(host, none, &whole) ||
              actions->clipboard(host, none))
            note("got something");
          actions->accept_text(host, none, 0);
          actions->title(host, none);
          view->show(host, &filter, NULL);
          view->find(host, &filter, 0, 0);
          host->request_state(host, none, false);
          """,
        inDraw: """
          childplugin_text_t none = { NULL, 5 };
          canvas->text(canvas, 0, 0, 5, none, NULL);
          canvas->fill(canvas, 0, 0, 5, 1, none, NULL);
          canvas->link(canvas, none);
          """)
      let functions = [
        .textColumns, .textFit, .getExtension, .option, .optionsFlag, .optionsInteger,
        .optionsNumber, .optionsDuration, .actionsClipboard, .actionsAcceptText, .actionsTitle,
        .viewShow, .viewFind,
        .requestState, .canvasText, .canvasFill, .canvasLink,
      ].map { ChildFault.Kind.malformedText($0) }
      #expect(faults.filter { $0 != .linkMalformed } == functions)
    }

    @Test func `that is a struct without its size is that function's`() throws {
      let faults = try faults(
        of: """
          childplugin_content_t content = { .size = 0 };
          childplugin_column_t column = { .size = 0 };
          childplugin_row_t row = { .size = 0 };
          childplugin_terminal_t terminal = { .size = 0 };
          childplugin_view_t shown = { .size = 0 };
          childplugin_filter_t filter = { .size = 0 };
          childplugin_sort_t sort = { .size = 0 };
          host->content_column(host, 0, &column, NULL, 0);
          view->filter(host, &filter, NULL, 0);
          if (host->content(host, &content) || host->content_row(host, 0, &row) ||
              host->terminal(host, &terminal) || view->info(host, &shown) ||
              view->sort(host, &sort) || view->show(host, &filter, NULL) ||
              view->show(host, NULL, &sort) || view->find(host, &filter, 0, 0))
            note("got something");
          """,
        inDraw: """
          childplugin_style_t style = { .size = 0 };
          canvas->text(canvas, 0, 0, 5, childplugin_text("a"), &style);
          canvas->fill(canvas, 0, 0, 5, 1, childplugin_text("a"), &style);
          """)
      #expect(
        faults
          == [
            .contentColumn, .viewFilter, .content, .contentRow, .terminal, .viewInfo, .viewSort,
            .viewShow, .viewFind, .canvasText, .canvasFill,
          ].map { .structSize($0) })
    }

    @Test func `that is a number without a meaning, or too much, is refused`() throws {
      let faults = try faults(
        of: """
          childplugin_filter_t filter = { .size = sizeof filter, .kind = 99 };
          childplugin_sort_t sort = { .size = sizeof sort, .key = 99 };
          uint64_t rows[1] = { 0 };
          if (view->show(host, &filter, NULL) || view->show(host, NULL, &sort) ||
              view->find(host, &filter, 0, 0) || actions->accept_rows(host, rows, 0) ||
              actions->accept_rows(host, rows, UINT64_MAX) ||
              actions->accept_text(host, childplugin_text("a"), 256) ||
              actions->clipboard(host, childplugin_text("")))
            note("got something");
          """)
      #expect(faults == [.exitStatusOutOfRange])
    }
  }
}
