// Enrollment's services behind a real gRPC server, with a fresh database, a clock that only the test advances, and fake
// upstreams.
//
// Use from the test's thread.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/contracts/media_token.h"
#include "services/enrollment/access/access_service.h"
#include "services/enrollment/assignments/assignment_changes.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/assignments/assignments_service.h"
#include "services/enrollment/assignments/bulk/bulk_assignments_service.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/progress/progress_reports_service.h"
#include "services/enrollment/progress/progress_tracking_service.h"
#include "services/enrollment/reports/reports_service.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/testing/fake_upstreams.h"
#include "services/enrollment/transfer/transfer_service.h"
#include "services/enrollment/upstream_sync/feed_cleanup.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/enrollment/watching/watching_service.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/metrics.h"
#include "services/platform/base/status.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {

inline CallIdentity AsManager() {
  return {
      kTestCredential,
      {.kind = CallerKind::kManager, .id = "manager", .session_id = "ms", .role = Role::kManager, .request_id = "r"}};
}
inline CallIdentity AsLearner(const std::string& id) {
  return {kTestCredential, {.kind = CallerKind::kLearner, .id = id, .session_id = "session of " + id}};
}
inline CallIdentity AsEdge() { return {kTestCredential, {.kind = CallerKind::kService, .id = "edge"}}; }
inline CallIdentity AsService() { return {kTestCredential, {.kind = CallerKind::kService, .id = "enrollment"}}; }

class EnrollmentUnderTest : public testing::Test {
 protected:
  explicit EnrollmentUnderTest(Engine engine = Engine::kSqlite)
      : database_(engine, Migrations()),
        feed_(*database_, clock_),
        pump_(feed_),
        audit_(*database_, clock_),
        auth_channel_(MakeChannel(upstreams_.auth_address(), Credential(kTestCredential))),
        catalog_channel_(MakeChannel(upstreams_.catalog_address(), Credential(kTestCredential))),
        auth_(auth_channel_, /*max_in_flight=*/5),
        zone_(*database_, auth_, Riyadh()),
        catalog_(catalog_channel_, /*max_in_flight=*/5),
        courses_(catalog_, ProgressRules()),
        tokens_(KeyRing::Fixed(kTestCredential)),
        executor_({.threads = 4, .queue = 64}),
        rpc_(executor_, kTestCredential),
        deps_{{*database_, feed_, audit_, clock_}, auth_, catalog_, courses_, tokens_, ProgressRules(), zone_, rpc_},
        assignments_service_(deps_),
        bulk_assignments_service_(deps_),
        watching_service_(deps_),
        progress_tracking_service_(deps_),
        progress_reports_service_(deps_, &metrics_),
        reports_service_(deps_),
        transfer_service_(deps_),
        access_service_(deps_, pump_) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&assignments_service_);
    builder.RegisterService(&bulk_assignments_service_);
    builder.RegisterService(&watching_service_);
    builder.RegisterService(&progress_tracking_service_);
    builder.RegisterService(&progress_reports_service_);
    builder.RegisterService(&reports_service_);
    builder.RegisterService(&transfer_service_);
    builder.RegisterService(&access_service_);
    server_ = builder.BuildAndStart();
    std::shared_ptr<grpc::Channel> channel = MakeChannel("127.0.0.1:" + std::to_string(port));
    assignments_stub_ = v1::Assignments::NewStub(channel);
    bulk_assignments_stub_ = v1::BulkAssignments::NewStub(channel);
    watching_stub_ = v1::Watching::NewStub(channel);
    progress_tracking_stub_ = v1::ProgressTracking::NewStub(channel);
    progress_reports_stub_ = v1::ProgressReports::NewStub(channel);
    reports_stub_ = v1::Reports::NewStub(channel);
    transfer_stub_ = v1::Transfer::NewStub(channel);
    access_stub_ = v1::Access::NewStub(channel);

    upstreams_.auth.Put("l1", "Amal");
    upstreams_.auth.Put("l2", "Basim");
    upstreams_.auth.Put("l3", "Dina");
    upstreams_.catalog.Put("c1", {100, 300});
    upstreams_.catalog.Put("c2", {60});
    upstreams_.catalog.Put("c3", {});
    clock_.Set(*ParseTime("2026-06-15T12:00:00Z"));
  }
  ~EnrollmentUnderTest() override {
    pump_.EndAll();
    progress_reports_service_.EndAll();
    server_->Shutdown();
    server_->Wait();
  }

  static absl::TimeZone Riyadh() {
    absl::TimeZone zone;
    EXPECT_TRUE(absl::LoadTimeZone("Asia/Riyadh", &zone));
    return zone;
  }

  // Calls `method` of `stub` and returns its status as the service created it.
  template <typename Response, typename Stub, typename Request>
  absl::StatusOr<Response> Call(Stub& stub,
                                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                                const CallIdentity& identity, const Request& request) {
    grpc::ClientContext context;
    PrepareContext(context, identity);
    Response response;
    absl::Status status = FromGrpc((stub.*method)(&context, request, &response));
    if (!status.ok()) return status;
    return response;
  }

  absl::StatusOr<v1::CourseLearners> Assign(const std::string& course, const std::vector<std::string>& learners,
                                            const std::string& start = "2026-06-01",
                                            const std::string& expiry = "2026-06-30") {
    v1::AssignLearnersRequest request;
    request.set_course_id(course);
    request.mutable_learner_ids()->Assign(learners.begin(), learners.end());
    request.set_start_date(start);
    request.set_expiry_date(expiry);
    return Call(*assignments_stub_, &v1::Assignments::Stub::AssignLearners, AsManager(), request);
  }

  absl::StatusOr<v1::UpdateProgressResponse> ReportOf(const std::string& learner, const std::string& course,
                                                      const std::string& part, double position,
                                                      const std::vector<std::pair<double, double>>& watched) {
    v1::UpdateProgressRequest request;
    request.set_course_id(course);
    request.set_part_id(part);
    request.set_position(position);
    for (const auto& [from, to] : watched) {
      request.add_watched()->set_from(from);
      request.mutable_watched()->rbegin()->set_to(to);
    }
    return Call(*progress_tracking_stub_, &v1::ProgressTracking::Stub::UpdateProgress, AsLearner(learner), request);
  }

  // Like ReportOf, for learner l1 in course c1.
  absl::StatusOr<v1::UpdateProgressResponse> Report(const std::string& part, double position,
                                                    const std::vector<std::pair<double, double>>& watched) {
    return ReportOf("l1", "c1", part, position, watched);
  }

  absl::StatusOr<v1::ListMyCoursesResponse> MyCourses(const std::string& learner) {
    return Call(*watching_stub_, &v1::Watching::Stub::ListMyCourses, AsLearner(learner), v1::ListMyCoursesRequest());
  }
  absl::StatusOr<v1::GetMyCourseResponse> MyCourse(const std::string& learner, const std::string& course) {
    v1::GetMyCourseRequest request;
    request.set_course_id(course);
    return Call(*watching_stub_, &v1::Watching::Stub::GetMyCourse, AsLearner(learner), request);
  }

  // Follows the feeds of the fake upstreams until it is destroyed.
  std::unique_ptr<FeedCleanup> Follow() {
    return std::make_unique<FeedCleanup>(deps_, FeedCleanup::Channels{auth_channel_, catalog_channel_}, AsService());
  }

  // Runs store functions on a snapshot.
  template <typename Read>
  auto ReadStore(Read read) {
    using Value = std::invoke_result_t<Read, soci::session&>;
    auto value = database_->Read([&](soci::session& sql) -> absl::StatusOr<Value> { return read(sql); });
    EXPECT_TRUE(value.ok()) << value.status();
    return *std::move(value);
  }

  // nullopt if the course is not assigned.
  std::optional<AssignmentRecord> Find(const std::string& course, const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return FindAssignmentOf(sql, {course, learner}); });
  }
  std::string IdOf(const std::string& course, const std::string& learner) {
    auto found = Find(course, learner);
    return found.has_value() ? found->id : "";
  }
  std::vector<AssignmentRecord> AssignmentsOfCourse(const std::string& course) {
    return ReadStore([&](soci::session& sql) { return ListAssignmentsOfCourse(sql, course); });
  }
  std::vector<AssignmentRecord> AssignmentsOfLearner(const std::string& learner) {
    return ReadStore([&](soci::session& sql) { return ListAssignmentsOfLearner(sql, learner); });
  }

  // Removes the course from the learner.
  absl::Status Unassign(const std::string& course, const std::string& learner) {
    AuditContext context{.caller = AsManager().caller, .names = {}};
    return enrollment::Unassign(deps_, context, {{course, learner}});
  }

  FakeClock clock_;
  FakeUpstreams upstreams_;
  TestDatabase database_;
  ChangeFeed feed_;
  FeedPump pump_;
  AuditOutbox audit_;
  std::shared_ptr<grpc::Channel> auth_channel_;
  std::shared_ptr<grpc::Channel> catalog_channel_;
  AuthClient auth_;
  AcademyZone zone_;
  CatalogClient catalog_;
  CourseCache courses_;
  MediaTokens tokens_;
  Executor executor_;
  RpcHandler rpc_;
  Metrics metrics_{"enrollment"};
  const Deps deps_;
  AssignmentsService assignments_service_;
  BulkAssignmentsService bulk_assignments_service_;
  WatchingService watching_service_;
  ProgressTrackingService progress_tracking_service_;
  ProgressReportsService progress_reports_service_;
  ReportsService reports_service_;
  TransferService transfer_service_;
  AccessService access_service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Assignments::Stub> assignments_stub_;
  std::unique_ptr<v1::BulkAssignments::Stub> bulk_assignments_stub_;
  std::unique_ptr<v1::Watching::Stub> watching_stub_;
  std::unique_ptr<v1::ProgressTracking::Stub> progress_tracking_stub_;
  std::unique_ptr<v1::ProgressReports::Stub> progress_reports_stub_;
  std::unique_ptr<v1::Reports::Stub> reports_stub_;
  std::unique_ptr<v1::Transfer::Stub> transfer_stub_;
  std::unique_ptr<v1::Access::Stub> access_stub_;
};

}  // namespace academy::enrollment
