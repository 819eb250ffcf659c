#include "services/enrollment/progress/progress_reports_service.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "services/contracts/progress_reports.h"
#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

// An edge's stream.
class Edge {
 public:
  explicit Edge(v1::ProgressReports::Stub& stub, const CallIdentity& identity = AsEdge()) {
    PrepareContext(context_, identity, absl::Seconds(60));
    stream_ = stub.Report(&context_);
  }

  // Adds [from, to) of a part of course `course` to the next request.
  void Add(const std::string& learner, const std::string& course, const std::string& part, double from, double to) {
    v1::LearnerReport& report = *request_.add_reports();
    report.set_learner_id(learner);
    report.mutable_report()->set_course_id(course);
    report.mutable_report()->set_part_id(part);
    report.mutable_report()->set_position(to);
    report.mutable_report()->add_watched()->set_from(from);
    report.mutable_report()->mutable_watched(0)->set_to(to);
  }

  bool Write() { return stream_->Write(std::exchange(request_, {})); }

  // Sends what was added and returns its results; none if the stream has ended.
  std::vector<v1::ReportResult> Send() {
    Write();
    v1::ReportResponse response;
    if (!stream_->Read(&response)) return {};
    return {response.results().begin(), response.results().end()};
  }

  // The edge has nothing more to send.
  absl::Status Finish() {
    stream_->WritesDone();
    return Ended();
  }

  // Waits for the end of the stream.
  absl::Status Ended() {
    v1::ReportResponse ignored;
    while (stream_->Read(&ignored)) {
    }
    return FromGrpc(stream_->Finish());
  }

  void AwaitBegin() { stream_->WaitForInitialMetadata(); }

 private:
  grpc::ClientContext context_;
  v1::ReportRequest request_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::ReportRequest, v1::ReportResponse>> stream_;
};

absl::Status StatusOf(const v1::ReportResult& result) {
  absl::Status status(static_cast<absl::StatusCode>(result.code()), result.message());
  AttachSerializedDetail(status, result.detail());
  return status;
}

v1::Progress ProgressOf(const v1::ReportResult& result) {
  v1::UpdateProgressResponse response;
  EXPECT_TRUE(response.ParseFromString(result.response()));
  return response.result();
}

class ProgressReportsServiceTest : public EnrollmentUnderTest, public testing::WithParamInterface<Engine> {
 protected:
  ProgressReportsServiceTest() : EnrollmentUnderTest(GetParam()) {}

  // Follows the catalog's feed, since the cache is only used while it is live, and caches the courses.
  void CacheCourses(const std::vector<std::string>& courses) {
    cleanup_ = Follow();
    for (const std::string& course : courses) {
      ASSERT_OK(Assign(course, {"cacher"}));
      do {
        ASSERT_OK(ReportOf("cacher", course, course + "-1", 0, {}));
      } while (!courses_.GetCached({course}, 0).has_value());
    }
  }
  void SetUp() override { upstreams_.auth.Put("cacher", "Cacher"); }

  // The number of a counter without labels.
  double Count(const std::string& name) {
    for (const MetricFamily& family : metrics_.Collect()) {
      if (family.name == name) return std::stod(family.samples.substr(family.samples.rfind(' ')));
    }
    return 0;
  }

  std::unique_ptr<FeedCleanup> cleanup_;
};

TEST_P(ProgressReportsServiceTest, ManyLearnersAreStoredAndEachGetsTheOwnProgress) {
  CacheCourses({"c1", "c2"});
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l3"}));
  Edge edge(*progress_reports_stub_);
  edge.Add("l1", "c1", "c1-1", 0, 10);
  edge.Add("l2", "c1", "c1-1", 5, 25);
  edge.Add("l3", "c2", "c2-1", 0, 30);
  auto results = edge.Send();
  ASSERT_EQ(results.size(), 3u);
  for (const v1::ReportResult& result : results) EXPECT_OK(StatusOf(result));
  EXPECT_EQ(ProgressOf(results[0]).parts(0).watched_seconds(), 10);
  EXPECT_EQ(ProgressOf(results[1]).parts(0).watched_seconds(), 20);
  EXPECT_EQ(ProgressOf(results[1]).last_part_id(), "c1-1");
  EXPECT_EQ(ProgressOf(results[2]).percent(), 50);
  EXPECT_EQ(MyCourse("l2", "c1")->result().playback().at("c1-1").position(), 25);
  EXPECT_EQ(Count("academy_progress_reports_total"), 3);
  EXPECT_EQ(Count("academy_progress_batches_total"), 1);
  EXPECT_OK(edge.Finish());
}

TEST_P(ProgressReportsServiceTest, ARefusedReportFailsNoOther) {
  CacheCourses({"c1"});
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Assign("c1", {"l2"}, "2026-01-01", "2026-01-31"));
  Edge edge(*progress_reports_stub_);
  edge.Add("l2", "c1", "c1-1", 0, 10);
  edge.Add("l1", "c1", "c1-1", 0, 10);
  edge.Add("l3", "c1", "c1-1", 0, 10);
  edge.Add("l1", "c1", "c2-1", 0, 10);
  edge.Add("l1", "c1", "c1-1", 5, 1);
  edge.Add("l1", "c1", "c1-1", 0, 500);
  edge.Add("l1", "c1", "", 0, 1);
  edge.Add("l1", "c1", "c1-1", 10, 15);
  auto results = edge.Send();
  ASSERT_EQ(results.size(), 8u);
  EXPECT_THAT(StatusOf(results[0]), HasReason("course_expired"));
  EXPECT_THAT(StatusOf(results[2]), HasReason("assignment_not_found"));
  EXPECT_THAT(StatusOf(results[3]), HasReason("part_not_found"));
  for (int i : {4, 5, 6}) EXPECT_THAT(StatusOf(results[i]), HasReason("validation_failed")) << i;
  EXPECT_EQ(DetailOf(StatusOf(results[4])).fields.at(0).field, "watched[0]");
  EXPECT_EQ(ProgressOf(results[1]).parts(0).watched_seconds(), 10);
  EXPECT_EQ(ProgressOf(results[7]).parts(0).watched_seconds(), 15) << "of the same learner, after the first";
  EXPECT_TRUE(ReadStore([](soci::session& sql) { return ListProgressOfLearner(sql, "l2"); }).empty());
}

TEST_P(ProgressReportsServiceTest, AReportMeansTheSameAlone) {
  CacheCourses({"c1"});
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  auto alone = [&](const std::string& part, double from, double to) {
    return ReportOf("l1", "c1", part, to, {{from, to}})->result();
  };
  Edge edge(*progress_reports_stub_);
  auto together = [&](const std::string& part, double from, double to) {
    edge.Add("l2", "c1", part, from, to);
    return ProgressOf(edge.Send().at(0));
  };
  for (const auto& [part, from, to] : std::vector<std::tuple<std::string, double, double>>{
           {"c1-1", 0, 95}, {"c1-1", 90, 100}, {"c1-2", 0, 300}, {"c1-2", 10, 20}}) {
    EXPECT_EQ(together(part, from, to).SerializeAsString(), alone(part, from, to).SerializeAsString());
    clock_.Advance(absl::Seconds(7));
  }
  auto watcher = [&](const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return ListWatchers(sql, {learner}).at(0); });
  };
  EXPECT_EQ(watcher("l1").account.credit, watcher("l2").account.credit);
  EXPECT_LT(together("c1-2", 0, 300).parts(1).watched_seconds(), 100) << "nobody watches faster than the clock";
}

TEST_P(ProgressReportsServiceTest, AReportOfAnUnknownCourseIsToBeSentAlone) {
  CacheCourses({"c1"});
  ASSERT_OK(Assign("c1", {"l1"}));
  ASSERT_OK(Assign("c2", {"l1"}));
  const int loads = upstreams_.catalog.LoadsOf("c2");
  Edge edge(*progress_reports_stub_);
  edge.Add("l1", "c2", "c2-1", 0, 10);
  edge.Add("l1", "c1", "c1-1", 0, 10);
  auto results = edge.Send();
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].alone());
  EXPECT_FALSE(results[1].alone());
  EXPECT_EQ(ProgressOf(results[1]).parts(0).watched_seconds(), 10);
  EXPECT_EQ(upstreams_.catalog.LoadsOf("c2"), loads);
  EXPECT_EQ(ReadStore([](soci::session& sql) { return ListProgressOfLearner(sql, "l1"); }).size(), 1u);
  ASSERT_OK(ReportOf("l1", "c2", "c2-1", 10, {{0, 10}}));
  edge.Add("l1", "c2", "c2-1", 10, 20);
  EXPECT_EQ(ProgressOf(edge.Send().at(0)).parts(0).watched_seconds(), 20) << "now it is known";
}

TEST_P(ProgressReportsServiceTest, ARequestHasALimit) {
  Edge edge(*progress_reports_stub_);
  for (int i = 0; i < kMaxReportsAtOnce; ++i) edge.Add("l1", "c1", "c1-1", 0, 1);
  EXPECT_EQ(edge.Send().size(), static_cast<size_t>(kMaxReportsAtOnce));
  for (int i = 0; i <= kMaxReportsAtOnce; ++i) edge.Add("l1", "c1", "c1-1", 0, 1);
  EXPECT_TRUE(edge.Send().empty());
  EXPECT_THAT(edge.Ended(), HasReason("validation_failed"));
}

TEST_P(ProgressReportsServiceTest, OnlyAnEdgeMayReportForOthers) {
  for (const CallIdentity& identity : {AsLearner("l1"), AsManager(), AsService(), CallIdentity{kTestCredential, {}}}) {
    Edge other(*progress_reports_stub_, identity);
    EXPECT_THAT(other.Ended(), testing::AnyOf(StatusIs(absl::StatusCode::kPermissionDenied),
                                              StatusIs(absl::StatusCode::kUnauthenticated)));
  }
}

TEST_P(ProgressReportsServiceTest, AServiceThatStopsAnswersWhatItHasAndEndsTheStreams) {
  CacheCourses({"c1"});
  ASSERT_OK(Assign("c1", {"l1"}));
  Edge idle(*progress_reports_stub_);
  idle.AwaitBegin();
  Edge busy(*progress_reports_stub_);
  busy.AwaitBegin();
  // The batch waits for the writer while the service begins to stop.
  std::vector<v1::ReportResult> results;
  std::thread sends;
  ASSERT_OK(database_->Write([&](Transaction&) {
    busy.Add("l1", "c1", "c1-1", 0, 10);
    sends = std::thread([&] { results = busy.Send(); });
    while (Count("academy_progress_batches_total") == 0) std::this_thread::yield();
    progress_reports_service_.EndAll();
    EXPECT_THAT(idle.Ended(), StatusIs(absl::StatusCode::kUnavailable));
    return absl::OkStatus();
  }));
  sends.join();
  ASSERT_EQ(results.size(), 1u);
  EXPECT_OK(StatusOf(results[0]));
  EXPECT_THAT(busy.Ended(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(Edge(*progress_reports_stub_).Ended(), StatusIs(absl::StatusCode::kUnavailable));
}

INSTANTIATE_TEST_SUITE_P(Engines, ProgressReportsServiceTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
