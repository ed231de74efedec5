/* The yardstick of the first frame: the least that an ncurses program does to show a word. */
#include <ncurses.h>

int main(void) {
  initscr();
  cbreak();
  noecho();
  keypad(stdscr, TRUE);
  mvaddstr(0, 0, "first frame");
  refresh();
  getch();
  endwin();
  return 0;
}
