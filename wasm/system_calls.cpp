// Defines functions that Emscripten's C library declares but lacks, because WebAssembly has no processes and no blocking threads.
#include <cerrno>

#include <semaphore.h>
#include <spawn.h>

extern "C" {

int posix_spawnp(pid_t*, const char*, const posix_spawn_file_actions_t*, const posix_spawnattr_t*, char* const*, char* const*) {
  return ENOSYS;
}

int sem_timedwait(sem_t*, const timespec*) {
  errno = ENOSYS;
  return -1;
}
}
