#include "services/platform/revisions/revision.h"

#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "academy/catalog/v1/courses.grpc.pb.h"
#include "services/platform/base/error_result.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

catalog::v1::Course CourseAt(int64_t revision) {
  catalog::v1::Course course;
  course.set_title("Flight");
  course.set_revision(revision);
  return course;
}

absl::Status Require(const catalog::v1::UpdateCourseRequest& request, int64_t revision) {
  return RequireRevision(request, revision, [&] { return CourseAt(revision); });
}

TEST(RevisionTest, OnlyTheRevisionOfNowOrNoneIsAccepted) {
  catalog::v1::UpdateCourseRequest request;
  EXPECT_OK(Require(request, 3));
  request.set_revision(3);
  EXPECT_OK(Require(request, 3));
  for (int64_t other : {-1, 0, 2, 4}) {
    request.set_revision(other);
    absl::Status refused = Require(request, 3);
    EXPECT_THAT(refused, HasReason("changed_meanwhile"));
    EXPECT_EQ(refused.code(), absl::StatusCode::kAborted);
    EXPECT_EQ(ResultOf(refused), CourseAt(3).SerializeAsString());
  }
}

// Refuses each update with a course of many long parts.
class LargeCourse final : public catalog::v1::Courses::CallbackService {
 public:
  LargeCourse() {
    for (int i = 0; i < 200; ++i) course_.add_parts()->set_description(std::string(20'000, 'x'));
  }
  const catalog::v1::Course& course() const { return course_; }

  grpc::ServerUnaryReactor* UpdateCourse(grpc::CallbackServerContext* context, const catalog::v1::UpdateCourseRequest*,
                                         catalog::v1::UpdateCourseResponse*) override {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(ToGrpc(ChangedMeanwhile(course_)));
    return reactor;
  }

 private:
  catalog::v1::Course course_;
};

TEST(RevisionTest, ACourseOfMegabytesReachesTheCaller) {
  LargeCourse service;
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  auto stub = catalog::v1::Courses::NewStub(MakeChannel("127.0.0.1:" + std::to_string(port)));
  grpc::ClientContext context;
  catalog::v1::UpdateCourseResponse response;
  absl::Status refused = FromGrpc(stub->UpdateCourse(&context, {}, &response));
  EXPECT_THAT(refused, HasReason("changed_meanwhile"));
  EXPECT_EQ(ResultOf(refused).size(), service.course().ByteSizeLong());
}

}  // namespace
}  // namespace academy
