#include "services/presence/attachments.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "services/platform/testing/status_matchers.h"

namespace academy::presence {
namespace {

// An edge's stream that completes a send when the test says so.
class FakeStream final : public Attachments::Stream {
 public:
  explicit FakeStream(Attachments& attachments, const std::string& edge_id) : attachments_(attachments) {
    attachments_.Add(this);
    v1::AttachRequest hello;
    hello.mutable_hello()->set_edge_id(edge_id);
    EXPECT_OK(attachments_.Receive(this, hello));
    v1::AttachRequest snapshot;
    snapshot.mutable_snapshot();
    EXPECT_OK(attachments_.Receive(this, snapshot));
  }
  ~FakeStream() override { attachments_.Remove(this); }

  void Send(Attachments::Response response) override {
    absl::MutexLock lock(&mutex_);
    EXPECT_EQ(sending_, nullptr) << "one at a time";
    sending_ = std::move(response);
  }
  void End(const absl::Status&) override {}

  void Open(const std::string& user) {
    v1::AttachRequest request;
    request.mutable_opened()->set_connection_id("connection of " + user);
    request.mutable_opened()->set_person_id(user);
    request.mutable_opened()->set_session_id("session of " + user);
    EXPECT_OK(attachments_.Receive(this, request));
  }

  // Waits until a send has started.
  bool AwaitSending() {
    absl::MutexLock lock(&mutex_);
    auto something = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return sending_ != nullptr; };
    return mutex_.AwaitWithTimeout(absl::Condition(&something), absl::Seconds(30));
  }
  // Waits for the next message, completes its sending, and describes it: the number of online learners, or the
  // connection that is pushed away.
  std::string Take() {
    if (!AwaitSending()) return "nothing";
    Attachments::Response response;
    {
      absl::MutexLock lock(&mutex_);
      response = std::exchange(sending_, nullptr);
    }
    attachments_.OnSent(this);
    if (response->has_push()) return response->push().connection_id() + " " + response->push().event();
    if (response->has_heartbeat()) return "heartbeat";
    return std::to_string(response->online().learner_ids_size()) + " of " + std::to_string(response->online().total()) +
           " online";
  }

 private:
  Attachments& attachments_;
  absl::Mutex mutex_;
  Attachments::Response sending_ ABSL_GUARDED_BY(mutex_);
};

TEST(AttachmentsTest, ChangesWithinAnIntervalAreOneListAndPushesDoNotWait) {
  Attachments attachments({.online_interval = absl::InfiniteDuration()});
  FakeStream first(attachments, "e1");
  EXPECT_EQ(first.Take(), "0 of 0 online");
  for (int i = 0; i < 100; ++i) first.Open("learner " + std::to_string(i));
  attachments.SignOut("learner 7", "removed", 1);
  EXPECT_EQ(first.Take(), "connection of learner 7 logout");
}

TEST(AttachmentsTest, ASlowEdgeGetsTheNewestListAndEveryPush) {
  Attachments attachments({.online_interval = absl::ZeroDuration()});
  FakeStream slow(attachments, "e1");
  ASSERT_TRUE(slow.AwaitSending());
  FakeStream quick(attachments, "e2");
  for (int i = 0; i < 10; ++i) slow.Open("learner " + std::to_string(i));
  attachments.EndSession("session of learner 3", "signed_in_elsewhere", 1);
  attachments.EndSession("session of learner 4", "logout", 2);
  while (quick.Take() != "8 of 8 online") {
  }
  EXPECT_EQ(slow.Take(), "0 of 0 online");
  EXPECT_EQ(slow.Take(), "connection of learner 3 anotherDevice");
  EXPECT_EQ(slow.Take(), "connection of learner 4 logout");
  EXPECT_EQ(slow.Take(), "8 of 8 online");
}

TEST(AttachmentsTest, BeyondAThousandThereIsTheNumberAndNoList) {
  Attachments attachments({.online_interval = absl::ZeroDuration()});
  FakeStream edge(attachments, "e1");
  for (size_t i = 0; i < Attachments::kMaxListed; ++i) edge.Open("learner " + std::to_string(i));
  while (edge.Take() != "1000 of 1000 online") {
  }
  edge.Open("one more");
  EXPECT_EQ(edge.Take(), "0 of 1001 online");
  attachments.EndSession("session of one more", "logout", 1);
  EXPECT_EQ(edge.Take(), "connection of one more logout");
  EXPECT_EQ(edge.Take(), "1000 of 1000 online");
}

TEST(AttachmentsTest, APresenceThatMayHaveOthersSaysThatItIsThere) {
  Attachments attachments({.online_interval = absl::ZeroDuration(), .heartbeat = absl::Milliseconds(1)});
  FakeStream edge(attachments, "e1");
  EXPECT_EQ(edge.Take(), "0 of 0 online");
  EXPECT_EQ(edge.Take(), "heartbeat");
  EXPECT_EQ(edge.Take(), "heartbeat");
}

TEST(AttachmentsTest, UntilItHasSettledPresencePushesButSaysNothingOfWhoIsOnline) {
  Attachments attachments({.settle = absl::InfiniteDuration()});
  FakeStream edge(attachments, "e1");
  edge.Open("learner");
  attachments.EndSession("session of learner", "logout", 1);
  EXPECT_EQ(edge.Take(), "connection of learner logout");
}

}  // namespace
}  // namespace academy::presence
