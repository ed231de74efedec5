#include "internal.h"

#define NOTE_BYTES_LIMIT ((uint64_t)64 << 10)
#define WAITING_BYTES_LIMIT ((uint64_t)1 << 20)

/* Atomic bits, as in host_function_set_t. */
typedef _Atomic(uint64_t) shared_set[4];

struct host_child_gate {
  shared_set misplaced;
  shared_set malformed;
  shared_set late;
  host_function_set_t permitted; /* on the main thread while there is no owner */
  atomic_bool woken;
  atomic_bool listed; /* it is in `listed_gates`, or about to be put there */
  atomic_bool open;
  host_child_gate_t *next; /* written by the thread that set `listed` */
  void *owner;             /* main thread only */
  const void *type;
};

/* Two stacks: any thread pushes, and the main thread takes all entries at once. */
static _Atomic(host_child_gate_t *) listed_gates;
static _Atomic(struct host_child_note *) new_notes;
static _Atomic(uint64_t) waiting_bytes;
static _Atomic(uint64_t) lost_notes;
static atomic_int wake_descriptor = -1;

/* Entries that the main thread has taken from the stacks and not returned yet. */
static host_child_gate_t *taken_gates;
static struct host_child_note *taken_notes;

static _Thread_local bool is_main;

void host_gates_open(int descriptor) {
  is_main = true;
  atomic_store(&wake_descriptor, descriptor);
}

static void wake_host(void) {
  int descriptor = atomic_load(&wake_descriptor);
  if (descriptor >= 0) host_wake(descriptor);
}

host_child_gate_t *host_child_gate_make(const void *type) {
  host_child_gate_t *gate = calloc(1, sizeof *gate);
  if (gate == NULL) abort();
  gate->type = type;
  atomic_store(&gate->open, true);
  return gate;
}

void host_child_gate_set_owner(host_child_gate_t *gate, void *owner) { gate->owner = owner; }

void host_child_gate_permit(host_child_gate_t *gate, uint8_t function) {
  gate->permitted.bits[function / 64] |= (uint64_t)1 << (function % 64);
}

static void list(host_child_gate_t *gate) {
  if (atomic_exchange(&gate->listed, true)) return;
  host_child_gate_t *first = atomic_load(&listed_gates);
  do {
    gate->next = first;
  } while (!atomic_compare_exchange_weak(&listed_gates, &first, gate));
  wake_host();
}

static void remember(shared_set functions, uint8_t function) {
  atomic_fetch_or(&functions[function / 64], (uint64_t)1 << (function % 64));
}

static host_function_set_t taken(shared_set functions) {
  host_function_set_t set;
  for (int i = 0; i < 4; i++) set.bits[i] = atomic_exchange(&functions[i], 0);
  return set;
}

static bool is_open(host_child_gate_t *gate, uint8_t function) {
  if (atomic_load(&gate->open)) return true;
  remember(gate->late, function);
  return false;
}

void *host_child_gate_enter(host_child_gate_t *gate, uint8_t function) {
  if (is_main && gate->owner != NULL) return gate->owner;
  if (is_open(gate, function) && !host_child_gate_permits(gate, function)) {
    remember(gate->misplaced, function);
    list(gate);
  }
  return NULL;
}

int host_child_gate_permits(host_child_gate_t *gate, uint8_t function) {
  return is_main && atomic_load(&gate->open) && host_function_set_contains(&gate->permitted, function);
}

void host_child_gate_malformed(host_child_gate_t *gate, uint8_t function) {
  remember(gate->malformed, function);
  list(gate);
}

void *host_child_gate_owner(host_child_gate_t *gate) { return gate->owner; }
void *host_child_gate_owner_here(host_child_gate_t *gate) { return is_main ? gate->owner : NULL; }
const void *host_child_gate_type(host_child_gate_t *gate) { return gate->type; }

void host_child_gate_close(host_child_gate_t *gate) {
  atomic_store(&gate->open, false);
  gate->owner = NULL;
}

void host_child_gate_free(host_child_gate_t *gate) { free(gate); }

int host_child_gate_late(host_child_gate_t *gate, uint8_t function) {
  return (atomic_load(&gate->late[function / 64]) >> (function % 64) & 1) != 0;
}

void host_child_gate_wake(host_child_gate_t *gate, uint8_t function) {
  if (!is_open(gate, function)) return;
  atomic_store(&gate->woken, true);
  list(gate);
}

void host_child_gate_log(
    host_child_gate_t *gate, uint8_t function, uint32_t level, const char *bytes,
    uint64_t length) {
  if (!is_open(gate, function)) return;
  if ((bytes == NULL && length > 0) || length > INT32_MAX) {
    host_child_gate_malformed(gate, function);
    return;
  }
  if (bytes == NULL) return;
  if (length > NOTE_BYTES_LIMIT) length = NOTE_BYTES_LIMIT;
  uint64_t waiting = atomic_fetch_add(&waiting_bytes, length + sizeof(struct host_child_note));
  struct host_child_note *note =
      waiting > WAITING_BYTES_LIMIT ? NULL : malloc(sizeof *note + length);
  if (note == NULL) {
    atomic_fetch_sub(&waiting_bytes, length + sizeof(struct host_child_note));
    atomic_fetch_add(&lost_notes, 1);
    return;
  }
  note->gate = gate;
  note->level = level;
  note->length = length;
  memcpy(note->bytes, bytes, length);
  struct host_child_note *first = atomic_load(&new_notes);
  do {
    note->next = first;
  } while (!atomic_compare_exchange_weak(&new_notes, &first, note));
  wake_host();
}

int host_gates_waiting(void) {
  return taken_gates != NULL || taken_notes != NULL || atomic_load(&listed_gates) != NULL ||
         atomic_load(&new_notes) != NULL || atomic_load(&lost_notes) != 0;
}

int host_gates_take_call(struct host_child_call *call) {
  static bool is_in_batch;
  if (taken_gates == NULL && is_in_batch) {
    is_in_batch = false;
    return 0;
  }
  is_in_batch = true;
  if (taken_gates == NULL) {
    /* Reverses the stack, which is newest first. */
    host_child_gate_t *gate = atomic_exchange(&listed_gates, NULL);
    while (gate != NULL) {
      host_child_gate_t *next = gate->next;
      gate->next = taken_gates;
      taken_gates = gate;
      gate = next;
    }
  }
  host_child_gate_t *gate = taken_gates;
  if (gate == NULL) {
    is_in_batch = false;
    return 0;
  }
  taken_gates = gate->next;
  /* From here another thread may list the gate again; what it recorded before is taken below. */
  atomic_store(&gate->listed, false);
  call->gate = gate;
  call->woken = atomic_exchange(&gate->woken, false);
  call->misplaced = taken(gate->misplaced);
  call->malformed = taken(gate->malformed);
  return 1;
}

struct host_child_note *host_gates_take_note(void) {
  if (taken_notes == NULL) {
    struct host_child_note *note = atomic_exchange(&new_notes, NULL);
    while (note != NULL) {
      struct host_child_note *next = note->next;
      note->next = taken_notes;
      taken_notes = note;
      note = next;
    }
  }
  struct host_child_note *note = taken_notes;
  if (note == NULL) return NULL;
  taken_notes = note->next;
  atomic_fetch_sub(&waiting_bytes, note->length + sizeof *note);
  return note;
}

const char *host_child_note_bytes(const struct host_child_note *note) { return note->bytes; }
void host_child_note_free(struct host_child_note *note) { free(note); }
uint64_t host_gates_take_lost(void) { return atomic_exchange(&lost_notes, 0); }
