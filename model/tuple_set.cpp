#include "model/tuple_set.h"
