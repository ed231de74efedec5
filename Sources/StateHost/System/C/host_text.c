#include "internal.h"

#include <locale.h>
#include <stdarg.h>
#include <wctype.h>

/// The number of bytes per step of a loop that the compiler vectorises.
enum { LANES = 64 };

size_t host_utf8_length(const unsigned char *bytes) {
  unsigned char first = bytes[0];
  if (first < 0x80) return 1;
  size_t length = first >= 0xC2 && first < 0xE0   ? 2
                  : first >= 0xE0 && first < 0xF0 ? 3
                  : first >= 0xF0 && first < 0xF5 ? 4
                                                  : 0;
  for (size_t i = 1; i < length; i += 1) {
    if ((bytes[i] & 0xC0) != 0x80) return 0;
  }
  unsigned char second = bytes[1];
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

// Several offsets are tried in each step; the compiler vectorises the inner loop.

static int is_at(
    const uint8_t *bytes, const uint8_t *needle, const uint8_t *masks, size_t length) {
  for (size_t index = 0; index < length; index++) {
    if ((bytes[index] & masks[index]) != needle[index]) return 0;
  }
  return 1;
}

size_t host_text_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length) {
  if (length > count) return count;
  size_t places = count - length + 1;
  size_t last = length - 1;
  uint8_t first_byte = needle[0], first_mask = masks[0];
  uint8_t last_byte = needle[last], last_mask = masks[last];
  size_t place = 0;
  while (place + LANES <= places) {
    // The middle is compared only where the first and the last byte match.
    uint8_t lanes[LANES];
    uint8_t any = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      uint8_t first = bytes[place + lane] & first_mask;
      uint8_t end = bytes[place + lane + last] & last_mask;
      lanes[lane] = (first == first_byte) & (end == last_byte);
      any |= lanes[lane];
    }
    if (any) {
      for (size_t lane = 0; lane < LANES; lane++) {
        if (lanes[lane] && is_at(bytes + place + lane, needle, masks, length)) return place + lane;
      }
    }
    place += LANES;
  }
  for (; place < places; place++) {
    if (is_at(bytes + place, needle, masks, length)) return place;
  }
  return count;
}

size_t host_text_subsequence(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length) {
  size_t found = 0;
  for (size_t index = 0; index < count; index++) {
    if ((bytes[index] & masks[found]) == needle[found]) {
      found++;
      if (found == length) return index + 1;
    }
  }
  return 0;
}

bool host_text_is_ascii(const uint8_t *bytes, size_t count) {
  uint8_t any = 0;
  for (size_t index = 0; index < count; index++) any |= bytes[index];
  return any < 0x80;
}

enum { untrusted_limit = 256, patience_ms = 100 };

static void append_byte(struct host_line *line, char byte) {
  if (line->count < sizeof line->bytes) line->bytes[line->count++] = byte;
}

/// Whether a character is printable and one or two cells wide: no control, combining or bidirectional characters. A
/// signal handler needs no finer rules.
static bool is_plain(uint32_t scalar) {
  static const struct {
    uint32_t first, last;
  } plain[] = {
      {0x20, 0x7E},     {0xA1, 0xAC},     {0xAE, 0x2FF},    {0x370, 0x482},   {0x48A, 0x52F},
      {0x2010, 0x2027}, {0x20A0, 0x20C0}, {0x3041, 0x3096}, {0x30A0, 0x30FF}, {0x4E00, 0x9FFF},
      {0xAC00, 0xD7A3},
  };
  for (size_t i = 0; i < COUNT(plain); i += 1) {
    if (scalar >= plain[i].first && scalar <= plain[i].last) return true;
  }
  return false;
}

static uint32_t scalar_of(const unsigned char *bytes, size_t length) {
  static const unsigned char lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t scalar = bytes[0] & lead_bits[length];
  for (size_t i = 1; i < length; i += 1) scalar = scalar << 6 | (bytes[i] & 0x3F);
  return scalar;
}

static void append_untrusted(struct host_line *line, const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  for (size_t i = 0; i < untrusted_limit && bytes[i];) {
    size_t length = host_utf8_length(bytes + i);
    bool is_shown = length > 0 && is_plain(scalar_of(bytes + i, length));
    for (size_t k = 0; is_shown && k < length; k += 1) append_byte(line, text[i + k]);
    if (!is_shown) append_byte(line, '?');
    i += length > 0 ? length : 1;
  }
}

void host_line_write(const struct host_line *line, int descriptor) {
  size_t done = 0;
  while (done < line->count) {
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    int count = poll(&ready, 1, patience_ms);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    if (ready.revents & (POLLHUP | POLLERR | POLLNVAL)) return;
    ssize_t written = write(descriptor, line->bytes + done, line->count - done);
    if (written > 0) {
      done += (size_t)written;
    } else if (errno != EINTR && errno != EAGAIN) {
      return;
    }
  }
}

static void append_number(struct host_line *line, unsigned number) {
  char digits[16] = {0};
  size_t place = sizeof digits - 1;
  do {
    digits[--place] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  for (; digits[place]; place += 1) append_byte(line, digits[place]);
}

void host_line_append(struct host_line *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  for (; *format; format += 1) {
    if (*format != '%') {
      append_byte(line, *format);
    } else if (*++format == 's') {
      append_untrusted(line, va_arg(arguments, const char *));
    } else {
      append_number(line, va_arg(arguments, unsigned));
    }
  }
  va_end(arguments);
}

/// The length of the valid sequence at `bytes`; 0 if it is invalid, and for a scalar that stands for a byte, so that
/// its bytes are escaped too and convert back.
static size_t sequence_length(const unsigned char *bytes) {
  size_t length = host_utf8_length(bytes);
  return length == 4 && bytes[0] == 0xF4 && bytes[1] == 0x8F && bytes[2] >= 0xBE ? 0 : length;
}

static void *allocate(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) abort();
  return memory;
}

char *host_text_of_name(const char *name) {
  const unsigned char *bytes = (const unsigned char *)name;
  char *text = allocate(4 * strlen(name) + 1);
  size_t count = 0;
  while (*bytes != 0) {
    size_t length = sequence_length(bytes);
    if (length > 0) {
      memcpy(text + count, bytes, length);
      count += length;
      bytes += length;
    } else {
      // U+10FF80 ... U+10FFFF
      text[count++] = (char)0xF4;
      text[count++] = (char)0x8F;
      text[count++] = (char)(0xBC | *bytes >> 6);
      text[count++] = (char)(0x80 | (*bytes & 0x3F));
      bytes += 1;
    }
  }
  text[count] = 0;
  return text;
}

char *host_name_of_text(const char *text) {
  const unsigned char *bytes = (const unsigned char *)text;
  char *name = allocate(strlen(text) + 1);
  size_t count = 0;
  while (*bytes != 0) {
    if (bytes[0] == 0xF4 && bytes[1] == 0x8F && (bytes[2] & 0xFE) == 0xBE &&
        (bytes[3] & 0xC0) == 0x80) {
      name[count++] = (char)((bytes[2] & 0x03) << 6 | (bytes[3] & 0x3F));
      bytes += 4;
    } else {
      name[count++] = (char)*bytes++;
    }
  }
  name[count] = 0;
  return name;
}

int host_open(const char *path, int flags, mode_t mode) {
  char *name = host_name_of_text(path);
  int descriptor = open(name, flags, mode);
  int error = errno;
  free(name);
  errno = error;
  return descriptor;
}

int host_exists(const char *path) {
  char *name = host_name_of_text(path);
  int result = access(name, F_OK);
  free(name);
  return result == 0;
}

void host_secure_standard_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor += 1) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    int opened = host_descriptor_open_nothing();
    if (opened >= 0 && opened != descriptor) {
      dup2(opened, descriptor);
      close(opened);
    }
  }
}

static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};
static wctype_t kinds[COUNT(names)];
static locale_t locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (locale == (locale_t)0) locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
  for (size_t kind = 0; kind < COUNT(kinds); kind++) {
    kinds[kind] = wctype_l(names[kind], locale);
  }
}

int host_character_is(uint32_t scalar, int kind) {
  pthread_once(&once, load);
  return iswctype_l(scalar, kinds[kind], locale) != 0;
}

uint32_t host_character_upper(uint32_t scalar) {
  pthread_once(&once, load);
  return towupper_l(scalar, locale);
}

// Several bytes are counted in each step; the compiler vectorises the inner loop.

size_t host_newline_count(const uint8_t *bytes, size_t count) {
  size_t total = 0;
  while (count >= LANES) {
    // A lane is a byte and gains at most 1 per step, so it is added up before 256 steps.
    size_t steps = count / LANES;
    if (steps > 255) steps = 255;
    uint8_t lanes[LANES] = {0};
    for (size_t step = 0; step < steps; step++) {
      for (size_t lane = 0; lane < LANES; lane++) lanes[lane] += bytes[step * LANES + lane] == '\n';
    }
    for (size_t lane = 0; lane < LANES; lane++) total += lanes[lane];
    bytes += steps * LANES;
    count -= steps * LANES;
  }
  for (size_t index = 0; index < count; index++) total += bytes[index] == '\n';
  return total;
}

size_t host_newline_first(const uint8_t *bytes, size_t count) {
  const uint8_t *found = count == 0 ? NULL : memchr(bytes, '\n', count);
  return found == NULL ? count : (size_t)(found - bytes);
}

size_t host_newline_after(const uint8_t *bytes, size_t count, size_t nth) {
  // Counting in small groups as well is faster than one call per short row.
  static const size_t groups[] = {1024, 64};
  size_t offset = 0;
  for (size_t i = 0; i < COUNT(groups); i += 1) {
    while (count - offset >= groups[i]) {
      size_t here = host_newline_count(bytes + offset, groups[i]);
      if (here >= nth) break;
      nth -= here;
      offset += groups[i];
    }
  }
  while (nth > 0 && offset < count) {
    offset += host_newline_first(bytes + offset, count - offset) + 1;
    nth -= 1;
  }
  return offset < count ? offset : count;
}

size_t host_newline_after_last(const uint8_t *bytes, size_t count) {
  const uint8_t *found = count == 0 ? NULL : memrchr(bytes, '\n', count);
  return found == NULL ? 0 : (size_t)(found - bytes) + 1;
}

size_t host_plain_length(const uint8_t *bytes, size_t count) {
  size_t length = 0;
  while (length + LANES <= count) {
    uint8_t others = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      uint8_t byte = bytes[length + lane];
      uint8_t is_shown = (uint8_t)(byte - 0x20) < 0x5F;
      others |= !(is_shown | (byte == '\n') | (byte == '\t'));
    }
    if (others) break;
    length += LANES;
  }
  while (length < count) {
    uint8_t byte = bytes[length];
    if ((uint8_t)(byte - 0x20) >= 0x5F && byte != '\n' && byte != '\t') break;
    length += 1;
  }
  return length;
}

static uint8_t is_movement(uint8_t byte, uint8_t next) {
  return (byte == '\b') | (byte == 0x1B) | ((byte == '\r') & (next != '\n'));
}

/// Not 0 if one of the eight bytes equals `byte`.
static uint64_t holds(uint64_t eight, uint8_t byte) {
  const uint64_t ones = UINT64_MAX / UINT8_MAX;
  const uint64_t others = eight ^ (ones * byte);
  return (others - ones) & ~others & (ones << 7);
}

size_t host_movement_first(const uint8_t *bytes, size_t count) {
  size_t offset = 0;
  while (offset + LANES < count) {
    uint8_t any = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
      any |= is_movement(bytes[offset + lane], bytes[offset + lane + 1]);
    }
    if (any) break;
    offset += LANES;
  }
  // Shorter rows, which are most, are checked eight bytes at a time.
  while (offset + sizeof(uint64_t) <= count) {
    uint64_t eight;
    memcpy(&eight, bytes + offset, sizeof eight);
    if (holds(eight, '\b') | holds(eight, '\r') | holds(eight, 0x1B)) break;
    offset += sizeof eight;
  }
  while (offset < count && !is_movement(bytes[offset], offset + 1 < count ? bytes[offset + 1] : 0)) {
    offset += 1;
  }
  return offset;
}

__extension__ typedef unsigned __int128 product;

static uint64_t mixed(uint64_t a, uint64_t b) {
  const product whole = (product)a * b;
  return (uint64_t)whole ^ (uint64_t)(whole >> 64);
}

static uint64_t loaded(const uint8_t *bytes, size_t count) {
  uint64_t number = 0;
  memcpy(&number, bytes, count);
  return number;
}

uint64_t host_bytes_hash(const uint8_t *bytes, size_t count) {
  static const uint64_t odd = 0x9E3779B97F4A7C15u, other = 0xD1B54A32D192ED03u;
  uint64_t hash = mixed(count ^ odd, other);
  size_t place = 0;
  for (; count - place >= 16; place += 16)
    hash = mixed(loaded(bytes + place, 8) ^ odd, loaded(bytes + place + 8, 8) ^ hash);
  const size_t rest = count - place;
  if (rest > 8)
    return mixed(loaded(bytes + place, 8) ^ odd, loaded(bytes + place + 8, rest - 8) ^ hash);
  return mixed(loaded(bytes + place, rest) ^ other, hash ^ odd);
}
