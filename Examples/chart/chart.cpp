// SPDX-License-Identifier: 0BSD (make of it what you like)
// A line over a numeric column, at the right of the rows: the rows of the view, filtered and sorted, with the
// cursor's row, and new rows as they arrive.
//
// It shows a child that docks, columns with their detected types, a few hundred samples of any
// number of rows, a timer that limits the update rate, options by type.
#include <childplugin.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kId = "com.example.chart";

/// The time from new rows to the next update: rows may arrive thousands of times a second.
constexpr int64_t kRestNanoseconds = 250'000'000;

childplugin_text_t text_of(std::string_view text) { return {text.data(), text.size()}; }

std::string_view view_of(childplugin_text_t text) {
  return text.length == 0 ? std::string_view() : std::string_view(text.bytes, text.length);
}

/// A struct of the header with its size set.
template <typename Struct>
Struct sized() {
  Struct value{};
  value.size = sizeof value;
  return value;
}

template <typename Table>
const Table *host_extension(const childplugin_host_t *host, std::string_view id) {
  return static_cast<const Table *>(host->get_extension(host, text_of(id)));
}

/// Calls a function that fills a buffer, and returns whole characters of its text, at most `limit` bytes.
template <typename Fill>
std::string filled(size_t limit, Fill fill) {
  std::string text(limit, '\0');
  const uint64_t length = fill(text.data(), static_cast<uint64_t>(limit));
  text.resize(std::min<uint64_t>(limit, length));
  if (length > limit) {
    while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();
    if (!text.empty() && (text.back() & 0x80) != 0) text.pop_back();
  }
  return text;
}

/// The number at the beginning of a text such as "1,234", "87%", "12 kB"; none if there is none.
std::optional<double> number_in(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return end == text.c_str() || !std::isfinite(number) ? std::nullopt : std::optional(number);
}

std::string short_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

/// Points at equal distances, and their places in a grid of dots.
class Line {
 public:
  explicit Line(std::vector<double> points) : points_(std::move(points)) {
    for (const double point : points_) {
      if (std::isnan(point)) continue;
      low_ = is_empty_ ? point : std::min(low_, point);
      high_ = is_empty_ ? point : std::max(high_, point);
      is_empty_ = false;
    }
  }

  bool is_empty() const { return is_empty_; }
  double low() const { return low_; }
  double high() const { return high_; }
  void include(double number) {
    low_ = std::min(low_, number);
    high_ = std::max(high_, number);
  }

  /// The dot of a column, from the bottom; none if there is no number.
  std::optional<int> dot(int column, int columns, int rows) const {
    if (is_empty_) return std::nullopt;
    const double step = columns < 2 ? 0 : static_cast<double>(points_.size() - 1) / (columns - 1);
    const double place = column * step;
    const size_t before = static_cast<size_t>(place);
    const size_t after = std::min(before + 1, points_.size() - 1);
    const double part = place - static_cast<double>(before);
    const double value =
        part == 0 ? points_[before] : points_[before] + (points_[after] - points_[before]) * part;
    if (std::isnan(value)) return std::nullopt;
    // A constant line is at the bottom.
    const double height = high_ > low_ ? (value - low_) / (high_ - low_) : 0;
    return static_cast<int>(height * (rows - 1) + 0.5);
  }

 private:
  std::vector<double> points_;
  bool is_empty_ = true;
  double low_ = 0, high_ = 0;
};

class Chart {
 public:
  explicit Chart(const childplugin_host_t *host)
      : host_(host),
        view_(host_extension<childplugin_host_view_t>(host, CHILDPLUGIN_HOST_VIEW)),
        selection_(host_extension<childplugin_host_selection_t>(host, CHILDPLUGIN_HOST_SELECTION)) {
    wanted_ = filled(64, [&](char *buffer, uint64_t capacity) {
      const uint64_t length = host_->option(host_, text_of("column"), buffer, capacity);
      return length == UINT64_MAX ? 0 : length;
    });
    const auto *options = host_extension<childplugin_host_options_t>(host, CHILDPLUGIN_HOST_OPTIONS);
    if (options != nullptr) options->flag(host_, text_of("zero"), &from_zero_);
  }

  /// Reads the points of the line: at most two rows for each column of cells.
  void read() {
    columns_ = numeric_columns();
    if (!wanted_.empty()) choose_wanted();
    rows_ = row_count();
    const uint64_t count = std::min<uint64_t>(rows_, static_cast<uint64_t>(std::max(2, dots_)));
    std::vector<double> points;
    points.reserve(count);
    for (uint64_t point = 0; point < count && !columns_.empty(); ++point) {
      const uint64_t place = count < 2 ? 0 : point * (rows_ - 1) / (count - 1);
      points.push_back(number(row_at(place)).value_or(NAN));
    }
    line_ = Line(std::move(points));
    if (from_zero_ && !line_.is_empty()) line_.include(0);
    host_->invalidate(host_);
  }

  void rows_changed() {
    if (is_resting_) return;
    is_resting_ = true;
    host_->wake_after(host_, kRestNanoseconds);
  }

  void woke() {
    is_resting_ = false;
    read();
  }

  void resized(int32_t columns) {
    dots_ = 2 * std::max(0, columns - 3);
    read();
  }

  /// Handles a key; returns whether it chose another column.
  bool take(const childplugin_key_t &key) {
    if (columns_.size() < 2 || key.modifiers != 0) return false;
    if (key.code != 'c' && key.code != 'C') return false;
    chosen_ = (chosen_ + (key.code == 'c' ? 1 : columns_.size() - 1)) % columns_.size();
    read();
    return true;
  }

  std::string words() const {
    if (columns_.empty()) return "no column of numbers";
    if (line_.is_empty()) return title() + ", no numbers";
    return title() + ", " + short_text(line_.low()) + " to " + short_text(line_.high());
  }

  void draw(const childplugin_canvas_t *canvas) const {
    const childplugin_style_t plain = style(CHILDPLUGIN_ROLE_TEXT);
    const childplugin_style_t border = style(CHILDPLUGIN_ROLE_BORDER);
    const childplugin_style_t muted = style(CHILDPLUGIN_ROLE_MUTED);
    const childplugin_style_t bold = style(CHILDPLUGIN_ROLE_TITLE, CHILDPLUGIN_ATTRIBUTE_BOLD);
    canvas->fill(canvas, 0, 0, canvas->columns, canvas->rows, text_of(" "), &plain);
    canvas->fill(canvas, 0, 0, 1, canvas->rows, text_of(is_utf8() ? "│" : "|"), &border);
    const int32_t room = canvas->columns - 3;
    canvas->text(canvas, 2, 0, room, text_of(title()), &bold);
    if (columns_.empty() || line_.is_empty()) return;
    canvas->text(canvas, 2, 1, room, text_of(short_text(line_.high())), &muted);
    canvas->text(canvas, 2, canvas->rows - 1, room, text_of(short_text(line_.low())), &muted);
    if (canvas->rows > 3) draw_line(canvas, room, canvas->rows - 3);
  }

 private:
  childplugin_content_t content() const {
    auto content = sized<childplugin_content_t>();
    host_->content(host_, &content);
    return content;
  }

  bool is_utf8() const {
    auto terminal = sized<childplugin_terminal_t>();
    host_->terminal(host_, &terminal);
    return terminal.flags & CHILDPLUGIN_TERMINAL_UTF8;
  }

  static childplugin_style_t style(uint32_t role, uint32_t attributes = 0) {
    auto style = sized<childplugin_style_t>();
    style.attributes = attributes;
    style.foreground = CHILDPLUGIN_COLOUR_ROLE(role);
    style.background = CHILDPLUGIN_COLOUR_DEFAULT;
    return style;
  }

  uint64_t row_count() const {
    auto shown = sized<childplugin_view_t>();
    return view_ != nullptr && view_->info(host_, &shown) ? shown.rows : content().rows;
  }

  /// The row at a place of the view.
  uint64_t row_at(uint64_t place) const {
    uint64_t row = place;
    if (view_ != nullptr && view_->rows(host_, place, &row, 1) == 0) return CHILDPLUGIN_NO_ROW;
    return row;
  }

  std::optional<double> number(uint64_t row) const {
    if (row == CHILDPLUGIN_NO_ROW || columns_.empty()) return std::nullopt;
    return number_in(filled(64, [&](char *buffer, uint64_t capacity) {
      return host_->content_cell(host_, row, columns_[chosen_ % columns_.size()], buffer, capacity);
    }));
  }

  std::string name_of(uint32_t column) const {
    if (column == CHILDPLUGIN_WHOLE_ROW) return "rows";
    return filled(64, [&](char *buffer, uint64_t capacity) {
      return host_->content_column(host_, column, nullptr, buffer, capacity);
    });
  }

  /// The columns that the host aligns to the right, because they contain numbers; without columns the rows
  /// themselves, if the first is a number.
  std::vector<uint32_t> numeric_columns() const {
    std::vector<uint32_t> columns;
    const childplugin_content_t now = content();
    for (uint32_t index = 0; index < std::min(now.columns, 256u); ++index) {
      auto column = sized<childplugin_column_t>();
      host_->content_column(host_, index, &column, nullptr, 0);
      if (column.alignment == CHILDPLUGIN_ALIGNMENT_RIGHT) columns.push_back(index);
    }
    if (now.columns == 0 && now.rows > 0) {
      const std::string first = filled(64, [&](char *buffer, uint64_t capacity) {
        return host_->content_cell(host_, 0, CHILDPLUGIN_WHOLE_ROW, buffer, capacity);
      });
      if (number_in(first)) columns.push_back(CHILDPLUGIN_WHOLE_ROW);
    }
    return columns;
  }

  /// Selects the option's column as soon as it exists.
  void choose_wanted() {
    for (size_t index = 0; index < columns_.size(); ++index) {
      if (name_of(columns_[index]) != wanted_) continue;
      chosen_ = index;
      wanted_.clear();
      return;
    }
  }

  /// "PRICE 2/3  row 4: 9.9"
  std::string title() const {
    if (columns_.empty()) return "no column of numbers";
    const size_t chosen = chosen_ % columns_.size();
    std::string text = name_of(columns_[chosen]);
    if (columns_.size() > 1)
      text += " " + std::to_string(chosen + 1) + "/" + std::to_string(columns_.size());
    const uint64_t row = selected_row();
    if (const std::optional<double> value = number(row))
      text += "  row " + std::to_string(row + 1) + ": " + short_text(*value);
    return text;
  }

  uint64_t selected_row() const {
    return selection_ == nullptr ? CHILDPLUGIN_NO_ROW : selection_->row(host_);
  }

  /// The column of dots of the cursor's row; -1 if there is none.
  int selected_dot(int dots) const {
    const uint64_t row = selected_row();
    if (row == CHILDPLUGIN_NO_ROW || rows_ == 0) return -1;
    const uint64_t place = view_ == nullptr ? row : view_->place(host_, row);
    if (place == CHILDPLUGIN_NO_ROW || place >= rows_) return -1;
    return rows_ < 2 ? 0 : static_cast<int>(place * static_cast<uint64_t>(dots - 1) / (rows_ - 1));
  }

  /// Draws the line from row 2 on: a cell has two by four dots with UTF-8, else one.
  void draw_line(const childplugin_canvas_t *canvas, int32_t columns, int32_t rows) const {
    const bool has_braille = is_utf8();
    const int across = has_braille ? 2 : 1, down = has_braille ? 4 : 1;
    const int dots = columns * across, height = rows * down;
    if (dots <= 0) return;
    const int selected = selected_dot(dots);
    const childplugin_style_t look = style(CHILDPLUGIN_ROLE_ACCENT);
    const childplugin_style_t marked = style(CHILDPLUGIN_ROLE_WARNING, CHILDPLUGIN_ATTRIBUTE_BOLD);
    std::optional<int> last;
    std::vector<unsigned> cells(static_cast<size_t>(rows));
    for (int column = 0; column < dots; ++column) {
      const std::optional<int> dot = line_.dot(column, dots, height);
      if (dot) {
        // From the previous dot on, so that the line has no holes.
        const int before = last.value_or(*dot), from = std::min(before, *dot),
                  to = std::max(before, *dot);
        for (int y = from == *dot ? from : from + 1; y <= (to == *dot ? to : to - 1); ++y)
          cells[static_cast<size_t>((height - 1 - y) / down)] |=
              bit(column % across, (height - 1 - y) % down);
      }
      last = dot;
      if (column % across != across - 1) continue;
      const int cell = column / across;
      const auto &style = selected / across == cell && selected >= 0 ? marked : look;
      for (int32_t row = 0; row < rows; ++row) {
        unsigned &bits = cells[static_cast<size_t>(row)];
        if (bits != 0)
          canvas->text(canvas, 2 + cell, 2 + row, 1,
                       text_of(has_braille ? braille(bits) : std::string("*")), &style);
        bits = 0;
      }
    }
  }

  static unsigned bit(int column, int row) {
    static constexpr unsigned bits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
    return bits[column][row];
  }

  /// U+2800 and its dots, in UTF-8.
  static std::string braille(unsigned bits) {
    return {static_cast<char>(0xE2), static_cast<char>(0xA0 | bits >> 6),
            static_cast<char>(0x80 | (bits & 0x3F))};
  }

  const childplugin_host_t *host_;
  const childplugin_host_view_t *view_;            // null in a host before 1.1
  const childplugin_host_selection_t *selection_;  // the same
  std::string wanted_;
  bool from_zero_ = false;
  std::vector<uint32_t> columns_;
  size_t chosen_ = 0;
  uint64_t rows_ = 0;
  int dots_ = 2;
  Line line_{{}};
  bool is_resting_ = false;
};

// The functions that the host calls. They are noexcept, so an exception ends the program.

struct Child {
  childplugin_child_t table{};
  Chart chart;

  explicit Child(const childplugin_host_t *host) : chart(host) {}
};

Chart &chart_of(const childplugin_child_t *child) {
  return static_cast<Child *>(child->data)->chart;
}

void will_appear(const childplugin_child_t *child, bool) noexcept { chart_of(child).read(); }

void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) noexcept {
  chart_of(child).draw(canvas);
}

void resized(const childplugin_child_t *child, int32_t columns, int32_t) noexcept {
  chart_of(child).resized(columns);
}

bool key(const childplugin_child_t *child, const childplugin_key_t *key) noexcept {
  return chart_of(child).take(*key);
}

void rows_changed(const childplugin_child_t *child) noexcept { chart_of(child).rows_changed(); }

void woke(const childplugin_child_t *child) noexcept { chart_of(child).woke(); }

// The host draws the child after this call.
void selection_changed(const childplugin_child_t *) noexcept {}

uint32_t key_count(const childplugin_child_t *) noexcept { return 1; }

bool key_item(const childplugin_child_t *, uint32_t index,
              childplugin_key_help_item_t *item) noexcept {
  if (index != 0) return false;
  item->key = text_of("c C");
  item->action = text_of("column");
  return true;
}

uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) noexcept {
  const std::string text = chart_of(child).words();
  std::copy_n(text.data(), std::min<uint64_t>(capacity, text.size()), buffer);
  return text.size();
}

const childplugin_layout_t layout{sizeof layout, 0, nullptr, resized};
const childplugin_input_t input{sizeof input, 0, key, nullptr, nullptr, nullptr};
const childplugin_content_observer_t on_content{sizeof on_content, 0, rows_changed};
const childplugin_view_observer_t on_view{sizeof on_view, 0, rows_changed};
const childplugin_selection_observer_t on_selection{sizeof on_selection, 0, selection_changed};
const childplugin_wake_t wake{sizeof wake, 0, woke};
const childplugin_key_help_t key_help{sizeof key_help, 0, key_count, key_item};
const childplugin_accessibility_t accessibility{sizeof accessibility, 0, words};

const void *get_extension(const childplugin_child_t *, childplugin_text_t id) noexcept {
  const std::string_view name = view_of(id);
  if (name == CHILDPLUGIN_EXTENSION_LAYOUT) return &layout;
  if (name == CHILDPLUGIN_EXTENSION_INPUT) return &input;
  if (name == CHILDPLUGIN_EXTENSION_CONTENT) return &on_content;
  if (name == CHILDPLUGIN_EXTENSION_VIEW) return &on_view;
  if (name == CHILDPLUGIN_EXTENSION_SELECTION) return &on_selection;
  if (name == CHILDPLUGIN_EXTENSION_WAKE) return &wake;
  if (name == CHILDPLUGIN_EXTENSION_KEY_HELP) return &key_help;
  if (name == CHILDPLUGIN_EXTENSION_ACCESSIBILITY) return &accessibility;
  return nullptr;
}

void destroy(const childplugin_child_t *child) noexcept {
  delete static_cast<Child *>(child->data);
}

const childplugin_place_t place = [] {
  auto place = sized<childplugin_place_t>();
  place.place = 10;
  place.state = CHILDPLUGIN_TEXT("content");
  place.edge = CHILDPLUGIN_EDGE_RIGHT;
  place.unit = CHILDPLUGIN_UNIT_PERCENT;
  place.extent = 40;
  place.minimum = 24;
  return place;
}();

const childplugin_option_t options[] = {
    [] {
      auto option = sized<childplugin_option_t>();
      option.kind = CHILDPLUGIN_OPTION_TEXT;
      option.name = CHILDPLUGIN_TEXT("column");
      option.help = CHILDPLUGIN_TEXT("the name of the column that it begins with");
      return option;
    }(),
    [] {
      auto option = sized<childplugin_option_t>();
      option.kind = CHILDPLUGIN_OPTION_FLAG;
      option.name = CHILDPLUGIN_TEXT("zero");
      option.fallback = CHILDPLUGIN_TEXT("false");
      option.help = CHILDPLUGIN_TEXT("whether 0 is always to be seen");
      return option;
    }(),
};

const childplugin_descriptor_t description = [] {
  auto description = sized<childplugin_descriptor_t>();
  description.flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS;
  description.id = {kId.data(), kId.size()};
  description.name = CHILDPLUGIN_TEXT("Chart");
  description.vendor = CHILDPLUGIN_TEXT("StateHost");
  description.version = CHILDPLUGIN_TEXT("1.0.0");
  description.description = CHILDPLUGIN_TEXT("A line over a numeric column.");
  description.places = &place;
  description.place_count = 1;
  description.options = options;
  description.option_count = 2;
  return description;
}();

bool init(childplugin_text_t, childplugin_text_t *) noexcept { return true; }

void deinit() noexcept {}

uint32_t descriptor_count() noexcept { return 1; }

const childplugin_descriptor_t *descriptor(uint32_t index) noexcept {
  return index == 0 ? &description : nullptr;
}

const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) noexcept {
  if (view_of(id) != kId) return nullptr;
  Child *child = new (std::nothrow) Child(host);
  if (child == nullptr) return nullptr;
  child->table.size = sizeof child->table;
  child->table.data = child;
  child->table.destroy = destroy;
  child->table.will_appear = will_appear;
  child->table.draw = draw;
  child->table.get_extension = get_extension;
  return &child->table;
}

const childplugin_plugin_t plugin = [] {
  auto plugin = sized<childplugin_plugin_t>();
  plugin.abi_major = CHILDPLUGIN_ABI_MAJOR;
  plugin.abi_minor = CHILDPLUGIN_ABI_MINOR;
  plugin.init = init;
  plugin.deinit = deinit;
  plugin.descriptor_count = descriptor_count;
  plugin.descriptor = descriptor;
  plugin.create = create;
  return plugin;
}();

}  // namespace

const childplugin_plugin_t *childplugin_entry(uint32_t, uint32_t) { return &plugin; }
