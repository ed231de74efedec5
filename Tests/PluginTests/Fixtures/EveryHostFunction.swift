/// Statements in C that call every function of the host but those of a canvas, wake and log.
enum EveryHostFunction {
  /// Declares the tables of the extensions.
  static let tables = """
    static const childplugin_host_situation_t *situation;
    static const childplugin_host_selection_t *selection;
    static const childplugin_host_view_t *view;
    static const childplugin_host_styles_t *styles;
    static const childplugin_host_focus_t *focus;
    static const childplugin_host_text_t *layout;
    static const childplugin_host_actions_t *actions;
    static const childplugin_host_run_t *run;
    static const childplugin_host_place_t *place;
    static const childplugin_host_collapse_t *collapse;
    static const childplugin_host_messages_t *messages;
    static const childplugin_host_options_t *options;
    """

  /// Finds them, by `host`.
  static let finding = """
    situation = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SITUATION));
    selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
    view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
    styles = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_STYLES));
    focus = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_FOCUS));
    layout = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_TEXT));
    actions = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS));
    options = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_OPTIONS));
    place = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_PLACE));
    collapse = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_COLLAPSE));
    messages = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));
    run = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
    """

  /// Calls all of them three times; `quiet` says whether they gave what a refused call gives.
  ///
  /// - Parameter columns: what is told of the width of a letter.
  /// - Returns: the statements.
  static func calls(measured columns: Int) -> String {
    """
    char text[8];
    childplugin_content_t content = { .size = sizeof content };
    childplugin_row_t row = { .size = sizeof row };
    childplugin_terminal_t terminal = { .size = sizeof terminal };
    uint64_t rows[1] = { 0 };
    childplugin_range_t range;
    childplugin_style_run_t run_of_styles;
    childplugin_program_t program = { .size = sizeof program };
    childplugin_view_t shown = { .size = sizeof shown };
    bool quiet = true, flag = false;
    int64_t whole = 0;
    double number = 0;
    for (int round = 0; round < 3; round += 1) {
      host->invalidate(host);
      quiet = quiet && host->now(host) == 0 && !host->wake_after(host, 0) &&
        !host->request_state(host, childplugin_text("error"), true) &&
        !host->perform(host, CHILDPLUGIN_ACTION_QUIT, 0) &&
        !host->content(host, &content) && host->content_text(host, 1, text, 8) == 0 &&
        host->content_column(host, 0, NULL, text, 8) == 0 &&
        !host->content_row(host, 0, &row) &&
        host->content_cell(host, 0, 0, text, 8) == 0 &&
        host->text_columns(host, childplugin_text("a")) == \(columns) &&
        !host->terminal(host, &terminal) && host->theme_colour(host, 1) == 0 &&
        host->option(host, childplugin_text("a"), text, 8) == UINT64_MAX &&
        host->get_extension(host, childplugin_text("a")) == NULL &&
        situation->flags(host) == 0 && situation->state(host, 0, text, 8) == 0 &&
        selection->row(host) == CHILDPLUGIN_NO_ROW && !selection->set_row(host, 0) &&
        selection->marked_count(host) == 0 && !selection->is_marked(host, 0) &&
        selection->marked_rows(host, 0, rows, 1) == 0 &&
        !selection->mark(host, 0, 1, true) && !selection->anchor(host, 1) &&
        selection->gone_count(host) == 0 && selection->notice(host, text, 8) == 0 && !view->info(host, &shown) &&
        view->rows(host, 0, rows, 1) == 0 && view->place(host, 0) == CHILDPLUGIN_NO_ROW &&
        view->matches(host, 0, 0, NULL, 0) == 0 &&
        view->filter(host, NULL, text, 8) == 0 && !view->sort(host, NULL) &&
        view->problem(host, text, 8) == 0 && !view->show(host, NULL, NULL) &&
        !view->find(host, NULL, 0, 0) && view->cells(host, rows, 1, 0, 1, 8, &range, text, 8) == 0 &&
        styles->of_cell(host, 0, 0, &run_of_styles, 1) == 0 &&
        styles->of_text(host, childplugin_text("a"), &run_of_styles, 1) == 0 &&
        !focus->ask(host) && !focus->in_front(host) &&
        focus->count(host) == 0 && layout->fit(host, childplugin_text("a"), 1, NULL) == \(columns) &&
        !actions->accept_text(host, childplugin_text("a"), 0) &&
        !actions->accept_rows(host, rows, 1) &&
        !actions->clipboard(host, childplugin_text("a")) &&
        !actions->title(host, childplugin_text("a")) && !actions->bell(host) &&
        run->run(host, &program) == 0 && !run->cancel(host, 1) &&
        !place->claim(host, 1, 0, 1, 0) && !collapse->set(host, true) &&
        !messages->send(
          host, childplugin_text(""), childplugin_text("a"), childplugin_text("a")) &&
        !options->flag(host, childplugin_text("a"), &flag) &&
        !options->integer(host, childplugin_text("a"), &whole) &&
        !options->number(host, childplugin_text("a"), &number) &&
        !options->duration(host, childplugin_text("a"), &whole);
      focus->take_text(host, true);
      place->refresh(host);
    }
    """
  }
}
