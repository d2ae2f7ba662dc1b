// A value that all copies of its owner share, until one of the copies changes it.
#pragma once

#include <atomic>
#include <memory>

namespace aunit::model {

/// Copying costs nothing; `own` copies the value if another owner shares it. References from `own` are valid until the owner is
/// copied. Threads may each use their own copy.
template <class T>
class CopyOnWrite {
 public:
  CopyOnWrite() = default;
  CopyOnWrite(const CopyOnWrite&) = default;  // also in place of a move, which would leave an owner without a value
  CopyOnWrite& operator=(const CopyOnWrite&) = default;
  ~CopyOnWrite() = default;

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  T& own() {
    if (value_.use_count() != 1) value_ = std::make_shared<T>(*value_);
    std::atomic_thread_fence(std::memory_order_acquire);  // the caller's writes come after other threads' reads
    return *value_;
  }

 private:
  std::shared_ptr<T> value_ = std::make_shared<T>();
};

}  // namespace aunit::model
