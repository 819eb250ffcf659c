#include "services/enrollment/reports/reports_service.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using Stub = v1::Reports::Stub;

class ReportsServiceTest : public EnrollmentUnderTest {
 protected:
  ~ReportsServiceTest() override {
    if (large_server_ == nullptr) return;
    large_server_->Shutdown();
    large_server_->Wait();
  }

  absl::StatusOr<v1::GetCourseStatisticsResponse> Statistics(const std::string& course) {
    v1::GetCourseStatisticsRequest request;
    request.set_course_id(course);
    return Call(*reports_stub_, &Stub::GetCourseStatistics, AsManager(), request);
  }
  v1::GetDashboardResponse::Result Dashboard() {
    auto response = Call(*reports_stub_, &Stub::GetDashboard, AsManager(), v1::GetDashboardRequest());
    EXPECT_OK(response);
    return response->result();
  }

  // Starts a service for which figures of two assignments are large already. The stub calls it from then on.
  ReportsService& ServeLarge() {
    large_ = std::make_unique<ReportsService>(deps_, /*large=*/1);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(large_.get());
    large_server_ = builder.BuildAndStart();
    reports_stub_ = v1::Reports::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port)));
    return *large_;
  }

 private:
  std::unique_ptr<ReportsService> large_;
  std::unique_ptr<grpc::Server> large_server_;
};

TEST_F(ReportsServiceTest, ACoursesStatisticsTellItsLearnersCompletionsAndWhereTheyStop) {
  ASSERT_OK(Assign("c2", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l3"}, "2026-07-01", "2026-07-31"));
  ASSERT_OK(ReportOf("l1", "c2", "c2-1", 60, {{0, 60}}));
  ASSERT_OK(ReportOf("l2", "c2", "c2-1", 16, {{0, 16}}));
  auto statistics = Statistics("c2");
  ASSERT_OK(statistics);
  const auto& result = statistics->result();
  EXPECT_EQ(result.learners().assigned(), 3);
  EXPECT_EQ(result.learners().active(), 2);
  EXPECT_EQ(result.learners().upcoming(), 1);
  EXPECT_EQ(result.learners().started(), 2);
  EXPECT_EQ(result.learners().completed(), 1);
  ASSERT_EQ(result.completions_size(), 90);
  EXPECT_EQ(result.completions(89).day(), "2026-06-15");
  EXPECT_EQ(result.completions(89).completed(), 1);
  EXPECT_EQ(result.completions(0).day(), "2026-03-18");
  ASSERT_EQ(result.parts_size(), 1);
  const auto& part = result.parts(0);
  EXPECT_EQ(part.viewers(), 2);
  EXPECT_EQ(part.completed(), 1);
  ASSERT_EQ(part.stopped_size(), kBuckets);
  EXPECT_EQ(part.stopped(5), 1) << "16 of 60 s";
  EXPECT_EQ(part.watched(0), 2);
  EXPECT_EQ(part.watched(19), 1);
}

TEST_F(ReportsServiceTest, ACourseNobodyWatchesHasEmptyFigures) {
  auto statistics = Statistics("c1");
  ASSERT_OK(statistics);
  ASSERT_EQ(statistics->result().parts_size(), 2);
  EXPECT_EQ(statistics->result().parts(1).stopped_size(), kBuckets);
  EXPECT_THAT(Statistics("c9"), HasReason("course_not_found"));
}

TEST_F(ReportsServiceTest, TheDashboardCountsHoursByTheAcademysDays) {
  ASSERT_OK(Assign("c1", {"l1", "l2"}, "2026-06-01", "2026-06-20"));
  ASSERT_OK(Assign("c2", {"l3"}));
  clock_.Set(*ParseTime("2026-06-15T20:59:00Z"));
  ASSERT_OK(ReportOf("l1", "c1", "c1-1", 36, {{0, 36}}));
  ASSERT_OK(ReportOf("l1", "c1", "c1-1", 36, {{0, 36}}));
  ASSERT_OK(ReportOf("l2", "c1", "c1-1", 36, {{0, 36}}));
  // Midnight in Riyadh.
  clock_.Set(*ParseTime("2026-06-15T21:00:00Z"));
  ASSERT_OK(ReportOf("l1", "c1", "c1-1", 54, {{36, 54}}));
  v1::GetDashboardResponse::Result result = Dashboard();
  ASSERT_EQ(result.watched_size(), 30);
  EXPECT_EQ(result.watched(29).day(), "2026-06-16");
  EXPECT_DOUBLE_EQ(result.watched(29).hours(), 0.005);
  EXPECT_EQ(result.watched(29).learners(), 1);
  EXPECT_DOUBLE_EQ(result.watched(28).hours(), 0.02);
  EXPECT_EQ(result.watched(28).learners(), 2);
  EXPECT_EQ(result.active_learners(), 2);
  EXPECT_EQ(result.active_today(), 1);
  EXPECT_EQ(result.assignments().assigned(), 3);
  EXPECT_EQ(result.assignments().active(), 3);
  EXPECT_EQ(result.expiring_soon(), 2);
}

TEST_F(ReportsServiceTest, LargeFiguresAreThoseOfAMinuteAgoAtMostUntilTheDayEnds) {
  ServeLarge();
  ASSERT_OK(Assign("c1", {"l1"}));
  EXPECT_EQ(Dashboard().assignments().assigned(), 1);
  ASSERT_OK(Assign("c1", {"l2"}));
  EXPECT_EQ(Dashboard().assignments().assigned(), 2) << "one is not large";
  EXPECT_EQ(Statistics("c1")->result().learners().assigned(), 2);
  ASSERT_OK(Assign("c1", {"l3"}));
  EXPECT_EQ(Dashboard().assignments().assigned(), 2);
  EXPECT_EQ(Statistics("c1")->result().learners().assigned(), 2);
  clock_.Advance(absl::Hours(24));
  EXPECT_EQ(Dashboard().assignments().assigned(), 3);
  EXPECT_EQ(Statistics("c1")->result().learners().assigned(), 3);
}

TEST_F(ReportsServiceTest, LargeFiguresAreKeptBeforeAnybodyAsks) {
  ReportsService& large = ServeLarge();
  const Caller service{.kind = CallerKind::kService, .id = "enrollment"};
  ASSERT_OK(large.PrepareLarge(service));
  ASSERT_OK(Assign("c1", {"l1", "l2"}));
  ASSERT_OK(Assign("c2", {"l1"}));
  ASSERT_OK(large.PrepareLarge(service));
  ASSERT_OK(Assign("c1", {"l3"}));
  ASSERT_OK(Assign("c2", {"l2"}));
  EXPECT_EQ(Statistics("c1")->result().learners().assigned(), 2) << "as it was prepared";
  EXPECT_EQ(Statistics("c2")->result().learners().assigned(), 2) << "of the moment";
  EXPECT_EQ(Dashboard().assignments().assigned(), 3);
}

TEST_F(ReportsServiceTest, OnlyManagersMayCall) {
  v1::GetDashboardRequest request;
  EXPECT_THAT(Call(*reports_stub_, &Stub::GetDashboard, AsLearner("l1"), request),
              StatusIs(absl::StatusCode::kPermissionDenied));
}

}  // namespace
}  // namespace academy::enrollment
