#include "server/worker.h"

#include <future>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace aunit::server {
namespace {

using Urgency = Worker::Urgency;

class WorkerTest : public testing::Test {
 protected:
  /// Blocks the worker's thread until the test lets it continue.
  void hold() {
    worker_.post(Urgency::text, "", [this](const Worker::Stop&) {
      begun_.set_value();
      mayGo_.get_future().wait();
      return false;
    });
    begun_.get_future().wait();
  }
  void letGo() { mayGo_.set_value(); }
  void post(Urgency urgency, const std::string& name, int steps = 1) {
    worker_.post(urgency, name, [this, name, left = steps](const Worker::Stop& stop) mutable {
      done_.push_back(name + (stop ? " stopped" : ""));
      return --left > 0 && !stop;
    });
  }
  /// Waits for all jobs and returns what was done.
  std::vector<std::string> done() {
    std::promise<void> last;
    worker_.post(Urgency::closed, "", [&](const Worker::Stop&) {
      last.set_value();
      return false;
    });
    last.get_future().wait();
    return done_;
  }

  std::vector<std::string> done_;  // written by the worker's thread
  std::promise<void> begun_, mayGo_;
  Worker worker_{[](const Worker::Stop&) {}, [](const std::function<void()>& step) { step(); }, true};
};

using Names = std::vector<std::string>;

TEST_F(WorkerTest, TheMostUrgentComesFirst) {
  hold();
  post(Urgency::closed, "closed");
  post(Urgency::open, "open");
  post(Urgency::asked, "asked");
  post(Urgency::text, "text");
  letGo();
  EXPECT_EQ(done(), (Names{"text", "asked", "open", "closed"}));
}

TEST_F(WorkerTest, StepsOfJobsAlikeTakeTurns) {
  hold();
  post(Urgency::open, "a", 3);
  post(Urgency::open, "b", 2);
  letGo();
  EXPECT_EQ(done(), (Names{"a", "b", "a", "b", "a"}));
}

TEST_F(WorkerTest, WhatIsCancelledIsTold) {
  hold();
  post(Urgency::open, "a", 3);
  post(Urgency::open, "b");
  worker_.cancel("a");
  letGo();
  EXPECT_EQ(done(), (Names{"a stopped", "b"}));
}

TEST_F(WorkerTest, TheEndStopsWhatIsAtWorkAndDropsTheRest) {
  std::promise<void> begun;
  bool dropped = true;
  worker_.post(Urgency::asked, "", [&](const Worker::Stop& stop) {
    begun.set_value();
    while (!stop) std::this_thread::yield();
    return true;
  });
  begun.get_future().wait();
  worker_.post(Urgency::open, "", [&](const Worker::Stop&) { return dropped = false; });
  worker_.end();
  EXPECT_TRUE(dropped);
}

}  // namespace
}  // namespace aunit::server
