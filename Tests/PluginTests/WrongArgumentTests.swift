import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a child hands over that is none, to each function that takes such a thing.
  @Suite struct `A wrong argument` {
    /// What is told of a child that does this when it appears, and when it draws, once each.
    private func faults(
      of statements: String, inDraw drawing: String = ""
    ) throws -> [ChildFault.Kind] {
      let fixture = try LoadedFixture(FixturePlugin(draw: drawing, willAppear: statements))
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
              host->terminal(host, NULL) || host_selection->marked_rows(host, 0, NULL, 1) != 0 ||
              host_view->info(host, NULL) || host_view->rows(host, 0, NULL, 1) != 0 ||
              host_styles->of_cell(host, 0, 0, NULL, 1) != 0 ||
              host_styles->of_text(host, a, NULL, 1) != 0 ||
              host_view->matches(host, 0, 0, NULL, 1) != 0 || host_view->sort(host, NULL) ||
              host_view->cells(host, NULL, 1, 0, 1, 8, &range, room, 8) != 0 ||
              host_actions->accept_rows(host, NULL, 1) ||
              host_actions->accept_rows(host, NULL, 0) ||
              host_options->flag(host, a, NULL) || host_options->integer(host, a, NULL) ||
              host_options->number(host, a, NULL) || host_options->duration(host, a, NULL))
            note("got something");
          host->content_text(host, 1, NULL, 5);
          host->content_column(host, 0, NULL, NULL, 5);
          host->content_cell(host, 0, 0, NULL, 5);
          host->option(host, a, NULL, 5);
          host_situation->state(host, CHILDPLUGIN_STATE_CURRENT, NULL, 5);
          host_view->filter(host, NULL, NULL, 5);
          host_view->problem(host, NULL, 5);
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
          if (host_selection->marked_rows(host, 0, NULL, 0) != 0 ||
              host_view->rows(host, 0, NULL, 0) != 0 ||
              host_view->matches(host, 0, 0, NULL, 0) > 1 ||
              host->content_text(host, 1, NULL, 0) > 99 ||
              host->content_column(host, 0, NULL, NULL, 0) > 99 ||
              host->content_cell(host, 0, 0, NULL, 0) > 99 ||
              host_situation->state(host, CHILDPLUGIN_STATE_CURRENT, NULL, 0) > 99 ||
              host_view->filter(host, NULL, NULL, 0) > 99 || host_view->problem(host, NULL, 0) > 99)
            note("got something");
          host->option(host, childplugin_text("a"), NULL, 0);
          """)
      #expect(faults == [])
    }

    /// The header: false for missing rows, true where marks are only too scattered to be kept.
    @Test func `is a row that is not there, but not a mark too many`() throws {
      let faults = try faults(
        of: """
          if (!host_selection->mark(host, 98, 1, true) || host_selection->mark(host, 99, 1, true))
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
          if (host->text_columns(host, none) != 0 || host_text->fit(host, none, 9, NULL) != 0 ||
              host->get_extension(host, none) != NULL ||
              host->option(host, none, room, 4) != UINT64_MAX ||
              host_options->flag(host, none, &flag) || host_options->integer(host, none, &whole) ||
              host_options->number(host, none, &number) ||
              host_options->duration(host, none, &whole) ||
              host_actions->clipboard(host, none))
            note("got something");
          host_actions->accept_text(host, none, 0);
          host_actions->title(host, none);
          host_view->show(host, &filter, NULL);
          host_view->find(host, &filter, 0, 0);
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
          childplugin_content_t content = { .size = offsetof(childplugin_content_t, bytes) };
          childplugin_column_t column = { .size = 0 };
          childplugin_row_t row = { .size = 0 };
          childplugin_terminal_t terminal;
          memset(&terminal, 0xAA, sizeof terminal);
          childplugin_view_t shown = { .size = 0 };
          childplugin_filter_t filter = { .size = 0 };
          childplugin_sort_t sort = { .size = 0 };
          host->content_column(host, 0, &column, NULL, 0);
          host_view->filter(host, &filter, NULL, 0);
          if (host->content(host, &content) || host->content_row(host, 0, &row) ||
              host->terminal(host, &terminal) || host_view->info(host, &shown) ||
              host_view->sort(host, &sort) || host_view->show(host, &filter, NULL) ||
              host_view->show(host, NULL, &sort) || host_view->find(host, &filter, 0, 0))
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
  }
}
