#include "tests/allocation/failing_new.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <stdexcept>

namespace aunit::allocation {

namespace {

std::atomic<bool> counting = false;
std::atomic<std::uint64_t> calls = 0;
std::atomic<std::uint64_t> failing = 0;
std::atomic<Failure> how = Failure::once;

bool fails(bool inNew) {
  if (!counting.load(std::memory_order_relaxed) || inNew == (how == Failure::ofLibraries)) return false;
  const std::uint64_t call = ++calls, n = failing;
  return n != 0 && (call == n || (call > n && how == Failure::forGood));
}

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (fails(true)) return nullptr;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocateOrThrow(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size, alignment)) return memory;
  if (how == Failure::ofOurs) throw std::logic_error("an allocation that throws");
  throw std::bad_alloc();
}

}  // namespace

void failAt(std::uint64_t n, Failure failure) {
  calls = 0;
  failing = n;
  how = failure;
  counting = true;
}

std::uint64_t failNoMore() {
  counting = false;
  return calls;
}

}  // namespace aunit::allocation

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {
void* __libc_malloc(std::size_t size) noexcept;
void* __libc_calloc(std::size_t count, std::size_t size) noexcept;
void* __libc_realloc(void* memory, std::size_t size) noexcept;
void* malloc(std::size_t size) noexcept {
  return aunit::allocation::fails(false) ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  return aunit::allocation::fails(false) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) noexcept {
  return aunit::allocation::fails(false) ? nullptr : __libc_realloc(memory, size);
}
}
#endif

using aunit::allocation::allocate;
using aunit::allocation::allocateOrThrow;

void* operator new(std::size_t size) {
  return allocateOrThrow(size, 1);
}
void* operator new[](std::size_t size) {
  return allocateOrThrow(size, 1);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 1);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size, 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocateOrThrow(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocateOrThrow(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
