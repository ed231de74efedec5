#include "host_call_record.h"

struct host_call_record host_current_call;
