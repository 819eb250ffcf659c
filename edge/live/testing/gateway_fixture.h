// A gateway with fakes around it, for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/live/gateway.h"
#include "edge/live/testing/raw_client.h"
#include "services/platform/base/status.h"

namespace academy::live {

inline constexpr absl::Duration kPatience = absl::Seconds(30);

// Knows the tokens `manager:<id>` and `learner:<id>`; `down`, for which auth does not answer; and `held`, a learner's,
// which is answered when the test calls Release. All other tokens are unknown. Thread-safe.
class FakeChecker final : public SessionChecker {
 public:
  void Check(const std::string& token, Done done) override {
    std::string user = token.substr(token.find(':') + 1);
    if (token == "held") {
      absl::MutexLock lock(&mutex_);
      held_.push_back(std::move(done));
    } else if (token == "down") {
      done(absl::UnavailableError("auth is away"));
    } else if (token.starts_with("manager:")) {
      done(Identity{UserKind::kManager, user, "session of " + user});
    } else if (token.starts_with("learner:")) {
      done(Identity{UserKind::kLearner, user, "session of " + user});
    } else {
      done(Error(absl::StatusCode::kUnauthenticated, "signed_in_elsewhere", "Signed in on \"another\" device"));
    }
  }
  // The feed is at position 0; a later position is reached when the test calls the function from Waiting().
  void WhenReached(int64_t feed_position, std::function<void()> done) override {
    if (feed_position == 0) return done();
    waiting_.set_value(std::move(done));
  }
  void CheckAgain(const std::string& session_id, std::function<void(absl::Status)> done) override {
    absl::Status status;
    {
      absl::MutexLock lock(&mutex_);
      ++asked_again_;
      status = ended_[session_id];
    }
    done(status);
  }

  // The number of checks that wait for Release; AwaitHeld waits until it is `count`.
  size_t held() const {
    absl::MutexLock lock(&mutex_);
    return held_.size();
  }
  bool AwaitHeld(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return held_.size() == count; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), kPatience);
  }
  // Answers the check that has waited longest.
  void Release() {
    Done done;
    {
      absl::MutexLock lock(&mutex_);
      done = std::move(held_.front());
      held_.pop_front();
    }
    done(Identity{UserKind::kLearner, "held", "session of held"});
  }

  std::function<void()> Waiting() { return waiting_.get_future().get(); }
  // Sets the status with which CheckAgain answers for a session from now on.
  void End(const std::string& session_id, absl::Status status) {
    absl::MutexLock lock(&mutex_);
    ended_[session_id] = std::move(status);
    asked_again_ = 0;
  }
  // Waits until sessions have been rechecked that many times since the last End.
  bool AwaitAskedAgain(int times) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return asked_again_ >= times; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), kPatience);
  }

 private:
  std::promise<std::function<void()>> waiting_;
  mutable absl::Mutex mutex_;
  std::deque<Done> held_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, absl::Status> ended_ ABSL_GUARDED_BY(mutex_);
  int asked_again_ ABSL_GUARDED_BY(mutex_) = 0;
};

class FakePresence final : public PresenceListener {
 public:
  void Opened(const LiveConnection& connection) override {
    absl::MutexLock lock(&mutex_);
    open_.push_back(connection);
  }
  void Closed(const std::string& connection_id) override {
    absl::MutexLock lock(&mutex_);
    std::erase_if(open_, [&](const LiveConnection& connection) { return connection.id == connection_id; });
  }

  bool AwaitOpen(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return open_.size() == count; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), kPatience);
  }
  std::vector<LiveConnection> open() const {
    absl::MutexLock lock(&mutex_);
    return open_;
  }

 private:
  mutable absl::Mutex mutex_;
  std::vector<LiveConnection> open_ ABSL_GUARDED_BY(mutex_);
};

class GatewayTest : public testing::Test {
 protected:
  void Start(GatewayOptions options = {}) {
    gateway_ = std::make_unique<Gateway>(std::move(options), checker_, presence_);
    gateway_->SetHandBack([this](http::Handover connection) { handed_back_.set_value(std::move(connection)); });
    gateway_->Start();
  }

  std::unique_ptr<RawClient> Connect(const std::string& peer = "192.0.2.1") {
    RawListener::Pair pair = listener_.Connect();
    gateway_->Adopt({.fd = pair.server, .remote_address = peer});
    return std::make_unique<RawClient>(pair.client);
  }

  // An admitted WebSocket client that has read everything up to the server's CONNECT packet.
  std::unique_ptr<RawClient> ConnectWebSocket(const std::string& token) {
    auto client = Connect();
    EXPECT_TRUE(client->Upgrade(""));
    EXPECT_THAT(client->ReadFrame(), testing::StartsWith("0{"));
    client->SendFrame("40{\"token\":\"" + token + "\"}");
    EXPECT_THAT(client->ReadFrame(), testing::StartsWith("40{\"sid\":"));
    return client;
  }

  RawListener listener_;
  FakeChecker checker_;
  FakePresence presence_;
  std::promise<http::Handover> handed_back_;
  std::unique_ptr<Gateway> gateway_;
};

}  // namespace academy::live
