// @name@: a child of StateHost, in C++. include/childplugin.h is the whole contract.
// SPDX-License-Identifier: 0BSD (what is from the template: make of it what you like)
// No exception may reach the host: every function that the host calls is noexcept.
#include <childplugin.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <numeric>
#include <string>
#include <string_view>

namespace {

childplugin_text_t text_of(std::string_view text) { return {text.data(), text.size()}; }

/// Writes as much of a text as fits and returns the length of the whole text.
uint64_t fill(std::string_view text, char *buffer, uint64_t capacity) {
  std::copy_n(text.data(), std::min<uint64_t>(capacity, text.size()), buffer);
  return text.size();
}

class Panel {
 public:
  explicit Panel(const childplugin_host_t *host)
      : host(host),
        view(static_cast<const childplugin_host_view_t *>(
            host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW)))) {}

  /// Draws the whole child; called when the content, the view or the size has changed.
  void draw(const childplugin_canvas_t *canvas) const {
    childplugin_style_t title{};
    title.size = sizeof title;
    title.attributes = CHILDPLUGIN_ATTRIBUTE_BOLD;
    title.foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TITLE);
    canvas->text(canvas, 1, 0, canvas->columns - 1, text_of(summary()), &title);

    uint64_t rows[256];
    const int32_t count = int32_t(read_rows(rows, std::size(rows)));
    for (int32_t row = 0; row < canvas->rows - 2 && row < count; ++row) {
      char bytes[512];
      const uint64_t length =
          host->content_cell(host, rows[row], CHILDPLUGIN_WHOLE_ROW, bytes, sizeof bytes);
      const childplugin_text_t line{bytes, std::min<uint64_t>(length, sizeof bytes)};
      const std::string number = is_numbered ? std::to_string(row + 1) + " " : "";
      int32_t column = 1;
      column += canvas->text(canvas, column, row + 2, canvas->columns, text_of(number), nullptr);
      canvas->text(canvas, column, row + 2, canvas->columns - column, line, nullptr);
    }
  }

  /// Handles a key while the child is in front; an unused key goes on to other children.
  bool key(const childplugin_key_t &key) {
    if (key.code != 'n' || key.modifiers != 0) return false;
    is_numbered = !is_numbered;
    host->invalidate(host);
    return true;
  }

  std::string_view action() const { return is_numbered ? "no numbers" : "numbers"; }

  std::string summary() const { return "@name@: " + std::to_string(row_count()) + " rows"; }

 private:
  uint64_t row_count() const {
    childplugin_view_t shown{};
    shown.size = sizeof shown;
    if (view != nullptr) return view->info(host, &shown) ? shown.rows : 0;
    childplugin_content_t content{};
    content.size = sizeof content;
    return host->content(host, &content) ? content.rows : 0;
  }

  /// Reads the numbers of the first rows to show.
  uint64_t read_rows(uint64_t *rows, uint64_t capacity) const {
    if (view != nullptr) return view->rows(host, 0, rows, capacity);
    const uint64_t count = std::min(capacity, row_count());
    std::iota(rows, rows + count, uint64_t(0));
    return count;
  }

  const childplugin_host_t *host;
  /// The rows as filtered and sorted; null in a host before 1.1.
  const childplugin_host_view_t *view;
  bool is_numbered = false;
};

/// The table that the host reads, and its object.
struct Child {
  childplugin_child_t table{};
  Panel panel;

  explicit Child(const childplugin_host_t *host) : panel(host) {}
};

Panel &panel_of(const childplugin_child_t *child) {
  return static_cast<Child *>(child->data)->panel;
}

void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) noexcept {
  panel_of(child).draw(canvas);
}

/// The timing of its transition. Without this function: a fade of 350 ms.
void timing(const childplugin_child_t *, bool appearing, childplugin_timing_t *timing) noexcept {
  timing->duration_nanoseconds = 200'000'000;
  timing->effect = appearing ? CHILDPLUGIN_EFFECT_SLIDE_UP : CHILDPLUGIN_EFFECT_FADE;
}

/// A text of what it shows, for --plain and for screen readers.
uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) noexcept {
  return fill(panel_of(child).summary(), buffer, capacity);
}

const childplugin_accessibility_t accessibility{sizeof accessibility, 0, words};

bool key(const childplugin_child_t *child, const childplugin_key_t *key) noexcept {
  return panel_of(child).key(*key);
}

const childplugin_input_t input{sizeof input, 0, key, nullptr, nullptr, nullptr};

/// The keys that work now, for the host's help.
uint32_t help_count(const childplugin_child_t *) noexcept { return 1; }

bool help_item(const childplugin_child_t *child, uint32_t index,
               childplugin_key_help_item_t *item) noexcept {
  if (index != 0) return false;
  item->key = text_of("n");
  item->action = text_of(panel_of(child).action());
  return true;
}

const childplugin_key_help_t key_help{sizeof key_help, 0, help_count, help_item};

/// The user has filtered or sorted the rows; the host draws the child after it.
void view_changed(const childplugin_child_t *) noexcept {}

const childplugin_view_observer_t view_observer{sizeof view_observer, 0, view_changed};

/// The host finds optional tables by id: add those of other extensions here.
const void *get_extension(const childplugin_child_t *, childplugin_text_t id) noexcept {
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_ACCESSIBILITY)))
    return &accessibility;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_KEY_HELP))) return &key_help;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_VIEW)))
    return &view_observer;
  return nullptr;
}

void destroy(const childplugin_child_t *child) noexcept {
  delete static_cast<Child *>(child->data);
}

/// The states it presents. Without the flag it is above the bundled child.
constexpr childplugin_place_t place(const char *name, uint64_t length) {
  childplugin_place_t place{};
  place.size = sizeof place;
  place.flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED;
  place.state = {name, length};
  return place;
}

const childplugin_place_t places[] = {
    place("@state@", sizeof "@state@" - 1),
};

const childplugin_descriptor_t descriptor_of_panel = [] {
  childplugin_descriptor_t descriptor{};
  descriptor.size = sizeof descriptor;
  descriptor.flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS;
  descriptor.id = CHILDPLUGIN_TEXT("@id@");
  descriptor.name = CHILDPLUGIN_TEXT("@name@");
  descriptor.version = CHILDPLUGIN_TEXT("0.1.0");
  descriptor.description =
      CHILDPLUGIN_TEXT("Shows how many rows there are, and the first of them.");
  descriptor.places = places;
  descriptor.place_count = sizeof places / sizeof places[0];
  return descriptor;
}();

bool init(childplugin_text_t, childplugin_text_t *) noexcept { return true; }

void deinit() noexcept {}

uint32_t descriptor_count() noexcept { return 1; }

const childplugin_descriptor_t *descriptor(uint32_t index) noexcept {
  return index == 0 ? &descriptor_of_panel : nullptr;
}

const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) noexcept {
  if (!childplugin_text_equal(id, descriptor_of_panel.id)) return nullptr;
  Child *child = new (std::nothrow) Child(host);
  if (child == nullptr) return nullptr;
  child->table.size = sizeof child->table;
  child->table.data = child;
  child->table.destroy = destroy;
  child->table.timing = timing;
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
