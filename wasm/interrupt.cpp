// Ctrl-C for the command in Node: the thread that hears it cannot reach the program's memory; a thread that can calls this.
#include <emscripten.h>

#include "runner/interrupt.h"

extern "C" EMSCRIPTEN_KEEPALIVE void aunit_interrupt() {
  aunit::runner::interruptRequested = true;
}
