#include "internal.h"

// The score of a fuzzy match, with the weights of fzf: a bonus for each character, more at the start of a word and
// after another match; a penalty for gaps.

enum {
  score_match = 16,
  penalty_gap = 3,
  penalty_longer_gap = 1,
  bonus_boundary = score_match / 2,
  bonus_after_blank = bonus_boundary + 2,
  bonus_after_delimiter = bonus_boundary + 1,
  bonus_camel = bonus_boundary - penalty_longer_gap,
  bonus_following = penalty_gap + penalty_longer_gap,
  first_factor = 2,
};

enum class { OTHER, BLANK, DELIMITER, LOWER, UPPER, DIGIT };

// A table, because every byte of every matching row is classified.
static const uint8_t classes[UINT8_MAX + 1] = {
    [0 ... ' '] = BLANK,      ['/'] = DELIMITER,       [','] = DELIMITER,
    [':'] = DELIMITER,        [';'] = DELIMITER,       ['|'] = DELIMITER,
    ['a' ... 'z'] = LOWER,    ['A' ... 'Z'] = UPPER,   ['0' ... '9'] = DIGIT,
    [0x80 ... 0xFF] = LOWER,
};

/// The bonus of a match, by the class of the byte before it and its own.
#define BONUSES(small, capital, digit) \
  {bonus_boundary, bonus_after_blank, bonus_boundary, small, capital, digit}
static const int8_t bonuses[][DIGIT + 1] = {
    [OTHER] = BONUSES(bonus_boundary, bonus_boundary, bonus_boundary),
    [BLANK] = BONUSES(bonus_after_blank, bonus_after_blank, bonus_after_blank),
    [DELIMITER] = BONUSES(bonus_after_delimiter, bonus_after_delimiter, bonus_after_delimiter),
    [LOWER] = BONUSES(0, bonus_camel, bonus_camel),
    [UPPER] = BONUSES(0, 0, bonus_camel),
    [DIGIT] = BONUSES(0, 0, 0),
};

static int bonus_at(const uint8_t *text, size_t place) {
  return bonuses[place > 0 ? classes[text[place - 1]] : BLANK][classes[text[place]]];
}

static int most(int one, int other) { return one > other ? one : other; }

int host_text_score_at(const uint8_t *text, const size_t *places, size_t length) {
  int score = 0, first_bonus = 0;
  for (size_t i = 0; i < length; i += 1) {
    int bonus = bonus_at(text, places[i]);
    size_t gap = i > 0 ? places[i] - places[i - 1] - 1 : 0;
    if (gap > 0) {
      size_t longer = gap - 1 < 1000 ? gap - 1 : 1000;
      score -= penalty_gap + (int)longer * penalty_longer_gap;
    }
    if (i == 0 || gap > 0) {
      first_bonus = bonus;
    } else {
      if (bonus >= bonus_boundary) first_bonus = most(first_bonus, bonus);
      bonus = most(most(bonus, first_bonus), bonus_following);
    }
    score += score_match + (i == 0 ? first_factor * bonus : bonus);
  }
  return most(score, 0);
}

/// The tables of the best scores: a row for each byte of the pattern, a column for each byte of the text.
struct table {
  const uint8_t *text;
  const uint8_t *needle, *masks;
  /// The range of the text, from `start` on, and the length of the pattern.
  size_t start, width, length;
  /// The number of rows that are kept: all, or two.
  size_t kept_rows;
  int16_t *bonus, *score, *run;
};

static int16_t *row_of(const struct table *table, int16_t *cells, size_t row) {
  return cells + row % table->kept_rows * table->width;
}

static bool matches(const struct table *table, size_t row, size_t column) {
  return (table->text[table->start + column] & table->masks[row]) == table->needle[row];
}

/// The bonus of a byte that extends a run to `run` matched bytes; sets `run` to 1 if it begins a new one.
static int bonus_in_run(const struct table *table, size_t column, int *run) {
  int bonus = table->bonus[column];
  if (*run == 1) return bonus;
  int first = table->bonus[column - *run + 1];
  if (bonus >= bonus_boundary && bonus > first) {
    *run = 1;
    return bonus;
  }
  return most(bonus, most(bonus_following, first));
}

/// Fills a row, whose first match is at column `first` or later; returns the column of the best score.
static size_t fill_row(const struct table *table, size_t row, size_t first) {
  int16_t *score = row_of(table, table->score, row), *run = row_of(table, table->run, row);
  const int16_t *above = row > 0 ? row_of(table, table->score, row - 1) : NULL;
  const int16_t *run_above = row > 0 ? row_of(table, table->run, row - 1) : NULL;
  for (size_t column = 0; column < first; column += 1) score[column] = run[column] = 0;
  size_t best = first;
  bool is_gap = false;
  for (size_t column = first; column < table->width; column += 1) {
    int left = column > first ? score[column - 1] - (is_gap ? penalty_longer_gap : penalty_gap) : 0;
    int here = 0, length = 0;
    if (matches(table, row, column) && (row == 0 || column > 0)) {
      length = row > 0 ? run_above[column - 1] + 1 : 1;
      int bonus = bonus_in_run(table, column, &length);
      here = (row > 0 ? above[column - 1] : 0) + score_match;
      if (row == 0) {
        here += bonus * first_factor;
      } else if (here + bonus < left) {
        here += table->bonus[column];
        length = 0;
      } else {
        here += bonus;
      }
    }
    is_gap = here < left;
    run[column] = (int16_t)length;
    score[column] = (int16_t)most(most(here, left), 0);
    if (score[column] > score[best]) best = column;
  }
  return best;
}

/// Traces the best score back to its matches.
static void find_places(
    const struct table *table, const size_t *firsts, size_t best, size_t *places) {
  size_t row = table->length - 1, column = best;
  bool prefers_match = true;
  while (true) {
    size_t last = row;
    int here = row_of(table, table->score, row)[column];
    int above = row > 0 && column > 0 ? row_of(table, table->score, row - 1)[column - 1] : 0;
    int left = column > firsts[row] ? row_of(table, table->score, row)[column - 1] : 0;
    if (matches(table, row, column) && here > above &&
        (here > left || (here == left && prefers_match) || column == firsts[row])) {
      places[row] = table->start + column;
      if (row == 0) return;
      row -= 1;
    }
    if (column <= firsts[row]) break;
    prefers_match = row_of(table, table->run, last)[column] > 1 ||
                    (last + 1 < table->length && column + 1 < table->width &&
                     row_of(table, table->run, last + 1)[column + 1] > 0);
    column -= 1;
  }
  // Where gaps have reduced the score to 0 there is no trace: the rest uses the first matches.
  for (size_t i = 0; i <= row; i += 1) places[i] = table->start + firsts[i];
}

int host_text_score(
    const uint8_t *text, size_t count, const uint8_t *needle, const uint8_t *masks, size_t length,
    int16_t *room, size_t *places) {
  size_t firsts[HOST_SCORE_LENGTH_LIMIT];
  if (length > HOST_SCORE_LENGTH_LIMIT) return -1;
  size_t found = 0, index = 0;
  for (; index < count && found < length; index += 1) {
    if ((text[index] & masks[found]) == needle[found]) firsts[found++] = index;
  }
  if (found < length) return -1;
  size_t end = index;
  // The text after the last occurrence of the last byte cannot improve the score.
  for (size_t i = count; i > end; i -= 1) {
    if ((text[i - 1] & masks[length - 1]) == needle[length - 1]) end = i;
  }
  struct table table = {.text = text, .needle = needle, .masks = masks, .start = firsts[0],
                        .width = end - firsts[0], .length = length};
  if (table.width > HOST_SCORE_WIDTH_LIMIT) {
    if (places) memcpy(places, firsts, length * sizeof *places);
    return host_text_score_at(text, firsts, length);
  }
  table.kept_rows = places ? length : 2;
  table.bonus = room;
  table.score = room + table.width;
  table.run = table.score + table.kept_rows * table.width;
  for (size_t i = 0; i < table.width; i += 1)
    table.bonus[i] = (int16_t)bonus_at(text, table.start + i);
  size_t best = 0;
  for (size_t row = 0; row < length; row += 1) {
    firsts[row] -= table.start;
    best = fill_row(&table, row, firsts[row]);
  }
  int score = row_of(&table, table.score, length - 1)[best];
  if (places) find_places(&table, firsts, best, places);
  return score;
}
