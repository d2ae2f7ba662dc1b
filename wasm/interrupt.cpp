// Ctrl-C for the command in Node: the thread that hears it has none of the program's memory, so whoever has calls this.
#include <emscripten.h>

#include "runner/interrupt.h"

extern "C" EMSCRIPTEN_KEEPALIVE void aunit_interrupt() {
  aunit::runner::interruptRequested = true;
}
