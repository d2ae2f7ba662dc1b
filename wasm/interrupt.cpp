// Ctrl-C for the command in Node. The thread that receives it cannot access the program's memory; it asks a thread that can to
// call this function.
#include <emscripten.h>

#include "runner/interrupt.h"

extern "C" EMSCRIPTEN_KEEPALIVE void aunit_interrupt() {
  aunit::runner::interruptRequested = true;
}
