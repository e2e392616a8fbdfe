export module m;
export
#include "messages.h"
