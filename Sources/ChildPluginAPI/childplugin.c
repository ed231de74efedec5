#include "childplugin.h"
