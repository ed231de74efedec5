// SPDX-License-Identifier: 0BSD (make of it what you like)
// A bar chart of a numeric column: one bar for each row that fits; the arrows choose the column.
//
// It shows columns and cells of the content, keys with their help, a small state that is
// saved and restored, colours that follow the theme, and a fallback without UTF-8.
#include <childplugin.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kId = "com.example.bars";

childplugin_text_t text_of(std::string_view text) { return {text.data(), text.size()}; }

std::string_view view_of(childplugin_text_t text) {
  return text.length == 0 ? std::string_view() : std::string_view(text.bytes, text.length);
}

/// Calls a function that fills a buffer, and returns at most `limit` bytes of its text.
template <typename Fill>
std::string filled(size_t limit, Fill fill) {
  std::string text(limit, '\0');
  const uint64_t length = fill(text.data(), static_cast<uint64_t>(limit));
  text.resize(std::min<uint64_t>(limit, length));
  return text;
}

/// The number of "1,234", "87%", "1.5G" or "12 kB"; nothing if the text is no number.
std::optional<double> number_in(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  char *end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !(number < 1e200)) return std::nullopt;
  while (*end == ' ') ++end;
  constexpr std::string_view units = "KMGTP";
  const char unit = *end == 'k' ? 'K' : *end;
  double scale = 1;
  if (const size_t power = units.find(unit); unit != '\0' && power != std::string_view::npos)
    for (size_t i = 0; i <= power; ++i) scale *= 1024;
  const double scaled = number * scale;
  return scaled < 0 ? 0 : scaled;
}

class Bars {
 public:
  explicit Bars(const childplugin_host_t *host) : host_(host) { read_theme(); }

  void read_theme() {
    full_ = host_->theme_colour(host_, CHILDPLUGIN_ROLE_ACCENT);
    high_ = host_->theme_colour(host_, CHILDPLUGIN_ROLE_WARNING);
  }

  void draw(const childplugin_canvas_t *canvas) const {
    const std::vector<uint32_t> numeric = numeric_columns();
    if (numeric.empty()) {
      canvas->text(canvas, 1, 0, canvas->columns - 1, text_of("no column of numbers"), nullptr);
      return;
    }
    const uint32_t column = numeric[chosen_ % numeric.size()];
    const childplugin_style_t title = style(CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TITLE),
                                            CHILDPLUGIN_ATTRIBUTE_BOLD);
    const int32_t used =
        canvas->text(canvas, 1, 0, canvas->columns - 2, text_of(name_of(column)), &title);
    if (numeric.size() > 1) {
      const std::string place = std::to_string(chosen_ % numeric.size() + 1) + " of " +
                                std::to_string(numeric.size());
      const childplugin_style_t muted = style(CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_MUTED));
      canvas->text(canvas, used + 3, 0, canvas->columns - used - 4, text_of(place), &muted);
    }
    draw_rows(canvas, column, label_column(numeric));
  }

  /// Handles a key; returns whether it chose another column.
  bool take(const childplugin_key_t &key) {
    const size_t count = numeric_columns().size();
    if (count < 2 || key.modifiers != 0) return false;
    if (key.code == CHILDPLUGIN_KEY_RIGHT) {
      chosen_ = (chosen_ + 1) % count;
    } else if (key.code == CHILDPLUGIN_KEY_LEFT) {
      chosen_ = (chosen_ + count - 1) % count;
    } else {
      return false;
    }
    host_->invalidate(host_);
    return true;
  }

  uint8_t saved() const { return static_cast<uint8_t>(chosen_ % 256); }
  void restore(uint8_t chosen) { chosen_ = chosen; }

  std::string words() const {
    const std::vector<uint32_t> numeric = numeric_columns();
    if (numeric.empty()) return "no column of numbers";
    return "bars of " + name_of(numeric[chosen_ % numeric.size()]) + ", " +
           std::to_string(content().rows) + " rows";
  }

 private:
  struct Row {
    std::string label, value;
    double number;
  };

  childplugin_content_t content() const {
    childplugin_content_t content{};
    content.size = sizeof content;
    host_->content(host_, &content);
    return content;
  }

  static childplugin_style_t style(uint32_t foreground, uint32_t attributes = 0) {
    childplugin_style_t style{};
    style.size = sizeof style;
    style.attributes = attributes;
    style.foreground = foreground;
    return style;
  }

  std::string name_of(uint32_t column) const {
    return filled(64, [&](char *buffer, uint64_t capacity) {
      return host_->content_column(host_, column, nullptr, buffer, capacity);
    });
  }

  std::string cell(uint64_t row, uint32_t column) const {
    return filled(64, [&](char *buffer, uint64_t capacity) {
      return host_->content_cell(host_, row, column, buffer, capacity);
    });
  }

  /// The columns whose first cell is a number.
  std::vector<uint32_t> numeric_columns() const {
    std::vector<uint32_t> columns;
    const childplugin_content_t now = content();
    for (uint32_t column = 0; now.rows > 0 && column < std::min(now.columns, 64u); ++column)
      if (number_in(cell(0, column))) columns.push_back(column);
    return columns;
  }

  /// The first column without numbers; the whole row if there is none.
  uint32_t label_column(const std::vector<uint32_t> &numeric) const {
    for (uint32_t column = 0; column < content().columns; ++column)
      if (std::find(numeric.begin(), numeric.end(), column) == numeric.end()) return column;
    return CHILDPLUGIN_WHOLE_ROW;
  }

  void draw_rows(const childplugin_canvas_t *canvas, uint32_t column, uint32_t label) const {
    const int32_t room = std::max(0, canvas->rows - 2);
    const uint64_t rows = std::min<uint64_t>(content().rows, room);
    std::vector<Row> shown;
    int32_t label_width = 1, value_width = 1;
    double most = 0;
    for (uint64_t row = 0; row < rows; ++row) {
      const std::string value = cell(row, column);
      shown.push_back({cell(row, label), value, number_in(value).value_or(0)});
      label_width = std::max(label_width, host_->text_columns(host_, text_of(shown[row].label)));
      value_width = std::max(value_width, host_->text_columns(host_, text_of(value)));
      most = std::max(most, shown[row].number);
    }
    label_width = std::min({label_width, 24, std::max(1, canvas->columns / 3)});
    value_width = std::min(value_width, 10);
    const int32_t right = 1 + label_width + 1 + value_width;
    for (uint64_t row = 0; row < rows; ++row) {
      const int32_t y = static_cast<int32_t>(row) + 2;
      const int32_t width = host_->text_columns(host_, text_of(shown[row].value));
      canvas->text(canvas, 1, y, label_width, text_of(shown[row].label), nullptr);
      canvas->text(canvas, right - std::min(value_width, width), y, value_width,
                   text_of(shown[row].value), nullptr);
      draw_bar(canvas, right + 1, y, most > 0 ? shown[row].number / most : 0);
    }
  }

  void draw_bar(const childplugin_canvas_t *canvas, int32_t left, int32_t row,
                double part) const {
    static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int32_t room = canvas->columns - left - 1;
    if (room <= 0) return;
    const childplugin_style_t look = style(part > 0.9 ? high_ : full_);
    // A negative number has no bar.
    const int32_t steps = static_cast<int32_t>(std::max(0.0, part) * room * 8 + 0.5);
    const bool is_utf8 = terminal_flags() & CHILDPLUGIN_TERMINAL_UTF8;
    canvas->fill(canvas, left, row, steps / 8, 1, text_of(is_utf8 ? "█" : "#"), &look);
    if (is_utf8) canvas->text(canvas, left + steps / 8, row, 1, text_of(eighths[steps % 8]), &look);
  }

  uint32_t terminal_flags() const {
    childplugin_terminal_t terminal{};
    terminal.size = sizeof terminal;
    host_->terminal(host_, &terminal);
    return terminal.flags;
  }

  const childplugin_host_t *host_;
  size_t chosen_ = 0;
  uint32_t full_ = CHILDPLUGIN_COLOUR_NONE;
  uint32_t high_ = CHILDPLUGIN_COLOUR_NONE;
};

// The functions that the host calls. They are noexcept, so an exception ends the program.

struct Child {
  childplugin_child_t table{};
  Bars bars;

  explicit Child(const childplugin_host_t *host) : bars(host) {}
};

Bars &bars_of(const childplugin_child_t *child) { return static_cast<Child *>(child->data)->bars; }

void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) noexcept {
  bars_of(child).draw(canvas);
}

bool key(const childplugin_child_t *child, const childplugin_key_t *key) noexcept {
  return bars_of(child).take(*key);
}

uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) noexcept {
  if (capacity > 0) buffer[0] = static_cast<char>(bars_of(child).saved());
  return 1;
}

bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) noexcept {
  if (length != 1) return false;
  bars_of(child).restore(static_cast<uint8_t>(bytes[0]));
  return true;
}

uint32_t key_count(const childplugin_child_t *) noexcept { return 1; }

bool key_item(const childplugin_child_t *, uint32_t index,
              childplugin_key_help_item_t *item) noexcept {
  if (index != 0) return false;
  item->key = text_of("left right");
  item->action = text_of("column");
  return true;
}

uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) noexcept {
  const std::string text = bars_of(child).words();
  std::copy_n(text.data(), std::min<uint64_t>(capacity, text.size()), buffer);
  return text.size();
}

void theme_changed(const childplugin_child_t *child) noexcept { bars_of(child).read_theme(); }

const childplugin_input_t input{sizeof input, 0, key, nullptr, nullptr, nullptr};
const childplugin_saved_state_t saved_state{sizeof saved_state, 0, save, restore};
const childplugin_key_help_t key_help{sizeof key_help, 0, key_count, key_item};
const childplugin_accessibility_t accessibility{sizeof accessibility, 0, words};
const childplugin_theme_observer_t theme{sizeof theme, 0, theme_changed};

const void *get_extension(const childplugin_child_t *, childplugin_text_t id) noexcept {
  const std::string_view name = view_of(id);
  if (name == CHILDPLUGIN_EXTENSION_INPUT) return &input;
  if (name == CHILDPLUGIN_EXTENSION_STATE) return &saved_state;
  if (name == CHILDPLUGIN_EXTENSION_KEY_HELP) return &key_help;
  if (name == CHILDPLUGIN_EXTENSION_ACCESSIBILITY) return &accessibility;
  if (name == CHILDPLUGIN_EXTENSION_THEME) return &theme;
  return nullptr;
}

void destroy(const childplugin_child_t *child) noexcept {
  delete static_cast<Child *>(child->data);
}

const childplugin_place_t content = [] {
  childplugin_place_t place{};
  place.size = sizeof place;
  place.flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED;
  place.state = CHILDPLUGIN_TEXT("content");
  return place;
}();

const childplugin_descriptor_t description = [] {
  childplugin_descriptor_t description{};
  description.size = sizeof description;
  description.flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS;
  description.id = {kId.data(), kId.size()};
  description.name = CHILDPLUGIN_TEXT("Bars");
  description.vendor = CHILDPLUGIN_TEXT("StateHost");
  description.version = CHILDPLUGIN_TEXT("1.0.0");
  description.description = CHILDPLUGIN_TEXT("A bar chart of a numeric column.");
  description.places = &content;
  description.place_count = 1;
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
  child->table.draw = draw;
  child->table.get_extension = get_extension;
  return &child->table;
}

const childplugin_plugin_t plugin = [] {
  childplugin_plugin_t plugin{};
  plugin.size = sizeof plugin;
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
