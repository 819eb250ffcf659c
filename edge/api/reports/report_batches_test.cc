#include "edge/api/reports/report_batches.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "academy/enrollment/v1/progress.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using enrollment::v1::LearnerReport;
using enrollment::v1::ReportRequest;
using enrollment::v1::ReportResponse;
using enrollment::v1::ReportResult;

// An enrollment that answers each batch when the test says so.
class FakeEnrollment final : public enrollment::v1::ProgressReports::Service {
 public:
  grpc::Status Report(grpc::ServerContext*, grpc::ServerReaderWriter<ReportResponse, ReportRequest>* stream) override {
    stream->SendInitialMetadata();
    ReportRequest request;
    while (stream->Read(&request)) {
      absl::MutexLock lock(&mutex_);
      batches_.push_back(Names(request));
      auto decided = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return automatic_ || allowed_ > 0 || broken_; };
      mutex_.Await(absl::Condition(&decided));
      if (broken_) {
        broken_ = false;
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "stopping");
      }
      if (!automatic_) --allowed_;
      stream->Write(AnswerTo(request));
    }
    return grpc::Status::OK;
  }

  // Answers everything at once, or only what Allow lets through.
  void SetAutomatic(bool automatic) {
    absl::MutexLock lock(&mutex_);
    automatic_ = automatic;
    batches_.clear();
  }
  void Allow() {
    absl::MutexLock lock(&mutex_);
    ++allowed_;
  }
  // Ends the stream instead of answering its batch.
  void Break() {
    absl::MutexLock lock(&mutex_);
    broken_ = true;
  }
  // Waits until `count` batches have arrived, and returns the learners of each.
  std::vector<std::string> AwaitBatches(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto arrived = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return batches_.size() >= count; };
    mutex_.Await(absl::Condition(&arrived));
    return batches_;
  }

 private:
  static std::string Names(const ReportRequest& request) {
    std::string names;
    for (const LearnerReport& report : request.reports()) names += report.learner_id() + " ";
    return names;
  }
  static ReportResponse AnswerTo(const ReportRequest& request) {
    ReportResponse response;
    for (const LearnerReport& report : request.reports()) {
      ReportResult& result = *response.add_results();
      if (report.learner_id() == "refused") {
        grpc::Status status = ToGrpc(Error(absl::StatusCode::kPermissionDenied, "course_expired", "It is over"));
        result.set_code(status.error_code());
        result.set_message(status.error_message());
        result.set_detail(status.error_details());
      } else if (report.learner_id() == "unknown") {
        result.set_alone(true);
      } else {
        result.set_response("progress of " + report.learner_id());
      }
    }
    return response;
  }

  absl::Mutex mutex_;
  bool automatic_ ABSL_GUARDED_BY(mutex_) = true;
  bool broken_ ABSL_GUARDED_BY(mutex_) = false;
  int allowed_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> batches_ ABSL_GUARDED_BY(mutex_);
};

// A report that was sent.
class Sent {
 public:
  Sent(ReportBatches& batches, const std::string& learner, absl::Duration timeout = absl::Seconds(60)) {
    LearnerReport report;
    report.set_learner_id(learner);
    batches.Send(std::move(report), SteadyNow() + timeout, [this](ReportBatches::Answer answer) {
      answer_ = std::move(answer);
      answered_.Notify();
    });
  }
  bool answered() const { return answered_.HasBeenNotified(); }
  // Waits for the answer, in which `alone` stands for a report that must be sent alone.
  absl::StatusOr<std::string> Answer() {
    answered_.WaitForNotification();
    if (!answer_.ok()) return answer_.status();
    return answer_->value_or("alone");
  }

 private:
  ReportBatches::Answer answer_ = std::nullopt;
  absl::Notification answered_;
};

class ReportBatchesTest : public testing::Test {
 protected:
  ReportBatchesTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(&enrollment_);
    server_ = builder.BuildAndStart();
    batches_ = std::make_unique<ReportBatches>(MakeChannel("127.0.0.1:" + std::to_string(port_)));
  }
  ~ReportBatchesTest() override {
    enrollment_.SetAutomatic(true);
    batches_ = nullptr;
    server_->Shutdown();
  }

  // Sends reports until there is a stream; from then on the test allows each batch.
  void AwaitStream() {
    while (*Sent(*batches_, "first").Answer() == "alone") std::this_thread::yield();
    enrollment_.SetAutomatic(false);
  }
  std::unique_ptr<Sent> Send(const std::string& learner, absl::Duration timeout = absl::Seconds(60)) {
    return std::make_unique<Sent>(*batches_, learner, timeout);
  }

  FakeEnrollment enrollment_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ReportBatches> batches_;
};

TEST_F(ReportBatchesTest, BeforeThereIsAStreamReportsAreSentAlone) {
  EXPECT_EQ(*Send("l1")->Answer(), "alone");
  AwaitStream();
}

TEST_F(ReportBatchesTest, WhatArrivesWhileABatchIsWrittenIsTheNextBatch) {
  AwaitStream();
  auto l1 = Send("l1");
  enrollment_.AwaitBatches(1);
  auto l2 = Send("l2");
  auto l3 = Send("l3");
  auto l4 = Send("l4");
  enrollment_.Allow();
  EXPECT_EQ(*l1->Answer(), "progress of l1");
  EXPECT_THAT(enrollment_.AwaitBatches(2), testing::ElementsAre("l1 ", "l2 l3 l4 "));
  EXPECT_FALSE(l2->answered());
  enrollment_.Allow();
  EXPECT_EQ(*l2->Answer(), "progress of l2");
  EXPECT_EQ(*l3->Answer(), "progress of l3");
  EXPECT_EQ(*l4->Answer(), "progress of l4");
}

TEST_F(ReportBatchesTest, EachReportHasItsOwnResult) {
  AwaitStream();
  auto first = Send("l1");
  enrollment_.AwaitBatches(1);
  auto refused = Send("refused");
  auto stored = Send("l2");
  auto unknown = Send("unknown");
  enrollment_.SetAutomatic(true);
  EXPECT_OK(first->Answer());
  EXPECT_THAT(refused->Answer(), HasReason("course_expired"));
  EXPECT_THAT(refused->Answer(), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_EQ(*stored->Answer(), "progress of l2");
  EXPECT_EQ(*unknown->Answer(), "alone");
}

TEST_F(ReportBatchesTest, ABatchHasALimitAndSoHasTheQueue) {
  AwaitStream();
  std::deque<Sent> sent;
  sent.emplace_back(*batches_, "l");
  enrollment_.AwaitBatches(1);
  for (size_t i = 0; i < ReportBatches::kMaxWaiting; ++i) sent.emplace_back(*batches_, "l");
  auto beyond = Send("beyond");
  EXPECT_THAT(beyond->Answer(), HasReason("overloaded"));
  EXPECT_EQ(DetailOf(beyond->Answer().status()).retry_after_seconds, 1);
  enrollment_.SetAutomatic(true);
  for (Sent& each : sent) EXPECT_EQ(*each.Answer(), "progress of l");
  auto batches = enrollment_.AwaitBatches(16);
  ASSERT_EQ(batches.size(), 16u);
  for (const std::string& names : batches) EXPECT_EQ(names.size(), 256 * 2u);
}

TEST_F(ReportBatchesTest, WhenTheStreamBreaksEveryReportIsSentAlone) {
  AwaitStream();
  auto sent = Send("l1");
  enrollment_.AwaitBatches(1);
  auto waiting = Send("l2");
  enrollment_.Break();
  EXPECT_EQ(*sent->Answer(), "alone");
  EXPECT_EQ(*waiting->Answer(), "alone");
  enrollment_.SetAutomatic(true);
  AwaitStream();
}

TEST_F(ReportBatchesTest, AReportIsAnsweredAtItsDeadline) {
  AwaitStream();
  auto sent = Send("l1", absl::Milliseconds(20));
  enrollment_.AwaitBatches(1);
  auto waiting = Send("l2", absl::Milliseconds(20));
  auto patient = Send("l3");
  EXPECT_THAT(sent->Answer(), HasReason("timeout"));
  EXPECT_THAT(waiting->Answer(), HasReason("timeout"));
  EXPECT_FALSE(patient->answered());
  enrollment_.SetAutomatic(true);
  EXPECT_EQ(*patient->Answer(), "progress of l3");
  EXPECT_THAT(enrollment_.AwaitBatches(1), testing::ElementsAre("l3 ")) << "what nobody waits for is not sent";
}

TEST_F(ReportBatchesTest, AnEnrollmentThatDoesNotKnowTheStreamGetsEachReportAlone) {
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  enrollment::v1::ProgressTracking::Service older;
  builder.RegisterService(&older);
  auto server = builder.BuildAndStart();
  ReportBatches batches(MakeChannel("127.0.0.1:" + std::to_string(port)));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(*Sent(batches, "l1").Answer(), "alone");
}

TEST_F(ReportBatchesTest, WhatIsUnderWayAtTheEndIsAnswered) {
  AwaitStream();
  auto sent = Send("l1");
  enrollment_.AwaitBatches(1);
  auto waiting = Send("l2");
  batches_ = nullptr;
  EXPECT_TRUE(sent->answered());
  EXPECT_THAT(sent->Answer(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(waiting->Answer(), StatusIs(absl::StatusCode::kUnavailable));
}

}  // namespace
}  // namespace academy::edge
