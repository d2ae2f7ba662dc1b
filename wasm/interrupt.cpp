// Handles Ctrl-C when the command runs in Node. The thread that receives the signal cannot access the program's memory, so it
// asks another thread to call this function.
#include <emscripten.h>

#include "runner/interrupt.h"

extern "C" EMSCRIPTEN_KEEPALIVE void aunit_interrupt() {
  aunit::runner::interruptRequested = true;
}
