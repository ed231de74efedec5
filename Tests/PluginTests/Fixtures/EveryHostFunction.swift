/// Statements in C that call every function of the host but those of a canvas, wake and log.
enum EveryHostFunction {
  /// Calls all of them three times; `quiet` says whether they gave what a refused call gives, and
  /// `columns` for the width of a letter.
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
        host_situation->flags(host) == 0 && host_situation->state(host, 0, text, 8) == 0 &&
        host_selection->row(host) == CHILDPLUGIN_NO_ROW && !host_selection->set_row(host, 0) &&
        host_selection->marked_count(host) == 0 && !host_selection->is_marked(host, 0) &&
        host_selection->marked_rows(host, 0, rows, 1) == 0 &&
        !host_selection->mark(host, 0, 1, true) && !host_selection->anchor(host, 1) &&
        host_selection->gone_count(host) == 0 && host_selection->notice(host, text, 8) == 0 &&
        !host_view->info(host, &shown) &&
        host_view->rows(host, 0, rows, 1) == 0 && host_view->place(host, 0) == CHILDPLUGIN_NO_ROW &&
        host_view->matches(host, 0, 0, NULL, 0) == 0 &&
        host_view->filter(host, NULL, text, 8) == 0 && !host_view->sort(host, NULL) &&
        host_view->problem(host, text, 8) == 0 && !host_view->show(host, NULL, NULL) &&
        !host_view->find(host, NULL, 0, 0) &&
        host_view->cells(host, rows, 1, 0, 1, 8, &range, text, 8) == 0 &&
        host_styles->of_cell(host, 0, 0, &run_of_styles, 1) == 0 &&
        host_styles->of_text(host, childplugin_text("a"), &run_of_styles, 1) == 0 &&
        !host_focus->ask(host) && !host_focus->in_front(host) &&
        host_focus->count(host) == 0 &&
        host_text->fit(host, childplugin_text("a"), 1, NULL) == \(columns) &&
        !host_actions->accept_text(host, childplugin_text("a"), 0) &&
        !host_actions->accept_rows(host, rows, 1) &&
        !host_actions->clipboard(host, childplugin_text("a")) &&
        !host_actions->title(host, childplugin_text("a")) && !host_actions->bell(host) &&
        host_run->run(host, &program) == 0 && !host_run->cancel(host, 1) &&
        !host_place->claim(host, 1, 0, 1, 0) && !host_collapse->set(host, true) &&
        !host_remember->option(host, childplugin_text("a"), childplugin_text("a")) &&
        !host_messages->send(
          host, childplugin_text(""), childplugin_text("a"), childplugin_text("a")) &&
        !host_options->flag(host, childplugin_text("a"), &flag) &&
        !host_options->integer(host, childplugin_text("a"), &whole) &&
        !host_options->number(host, childplugin_text("a"), &number) &&
        !host_options->duration(host, childplugin_text("a"), &whole);
      host_focus->take_text(host, true);
      host_place->refresh(host);
    }
    """
  }
}
