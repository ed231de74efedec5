#include "host_system.h"
