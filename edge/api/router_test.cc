#include "edge/api/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "academy/auth/v1/learners.pb.h"
#include "edge/api/routes.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

Router MakeRouter() {
  std::vector<Route> rows;
  rows.push_back(Local(Verb::kGet, "/api/a", Access::kPublic, LocalHandler::kSite));
  rows.push_back(Local(Verb::kPut, "/api/a", Access::kManager, LocalHandler::kSite));
  rows.push_back(Local(Verb::kPatch, "/api/up", Access::kManager, LocalHandler::kUploads).WithSubpaths());
  rows.push_back(Local(Verb::kPost, "/api/up", Access::kManager, LocalHandler::kUploads));
  return *Router::Make(std::move(rows));
}

TEST(RouterTest, ARowIsFoundByVerbAndPath) {
  Router router = MakeRouter();
  ASSERT_NE(router.Find("PUT", "/api/a").route, nullptr);
  EXPECT_EQ(router.Find("PUT", "/api/a").route->access, Access::kManager);
  EXPECT_EQ(router.Find("HEAD", "/api/a").route, router.Find("GET", "/api/a").route);
}

TEST(RouterTest, AKnownPathWithAnotherVerbListsWhatIsAllowed) {
  Router::Match match = MakeRouter().Find("DELETE", "/api/a");
  EXPECT_EQ(match.route, nullptr);
  EXPECT_EQ(match.allow, "GET, PUT, HEAD");
}

TEST(RouterTest, AnUnknownPathAllowsNothing) {
  Router router = MakeRouter();
  for (const char* path : {"/api/b", "/api/a/", "/api/a/b", "/api", "", "/api/up/"}) {
    EXPECT_EQ(router.Find("GET", path).route, nullptr) << path;
    EXPECT_EQ(router.Find("GET", path).allow, "") << path;
  }
}

TEST(RouterTest, ARowWithSubpathsTakesOneMoreSegment) {
  Router router = MakeRouter();
  EXPECT_EQ(router.Find("PATCH", "/api/up/id-1").rest, "id-1");
  EXPECT_EQ(router.Find("POST", "/api/up/id-1").route, nullptr);
  EXPECT_EQ(router.Find("POST", "/api/up/id-1").allow, "PATCH");
  EXPECT_EQ(router.Find("PATCH", "/api/up/id-1/more").route, nullptr);
}

TEST(RouterTest, TwoRowsForTheSameCallAreRefused) {
  std::vector<Route> rows;
  rows.push_back(Local(Verb::kGet, "/api/a", Access::kPublic, LocalHandler::kSite));
  rows.push_back(Local(Verb::kGet, "/api/a", Access::kManager, LocalHandler::kSite));
  EXPECT_THAT(Router::Make(std::move(rows)), HasReason("duplicate_route"));
}

absl::Status MakeOf(Route route) {
  std::vector<Route> rows;
  rows.push_back(std::move(route));
  return Router::Make(std::move(rows)).status();
}

TEST(RouterTest, ARowFindsItsRpcByName) {
  std::vector<Route> rows;
  rows.push_back(Rpc(Verb::kPut, "/api/a", Access::kManager, "auth.v1.Learners/UpdateLearner"));
  absl::StatusOr<Router> router = Router::Make(std::move(rows));
  ASSERT_OK(router);
  const Route& route = *router->Find("PUT", "/api/a").route;
  EXPECT_EQ(route.service, Service::kAuth);
  EXPECT_EQ(route.method_path, "/academy.auth.v1.Learners/UpdateLearner");
  EXPECT_EQ(route.request->GetTypeName(), "academy.auth.v1.UpdateLearnerRequest");
  EXPECT_EQ(route.response->GetTypeName(), "academy.auth.v1.UpdateLearnerResponse");
}

void NoPreparation(const Channels&, const CallIdentity&, auth::v1::GetLearnerRequest&,
                   std::function<void(absl::Status)>) {}

TEST(RouterTest, ARowThatDoesNotFitItsRpcIsRefusedWithItsLine) {
  const char* update = "auth.v1.Learners/UpdateLearner";
  absl::Status wrong_name = MakeOf(Rpc(Verb::kPut, "/api/a", Access::kManager, "auth.v1.Learners/UpdateLerner", 7));
  EXPECT_THAT(wrong_name, HasReason("invalid_route"));
  EXPECT_EQ(MessageOf(wrong_name), "edge/api/routes.cc:7: /api/a: there is no rpc auth.v1.Learners/UpdateLerner");
  for (Route& route : std::vector<Route>{
           Rpc(Verb::kPut, "/api/a", Access::kLearner, update),
           Rpc(Verb::kPut, "/api/a", Access::kPublic, update),
           Rpc(Verb::kPut, "/api/a", Access::kManager, "auth.v1.Online/ReportOnline"),
           Rpc(Verb::kPut, "/api/a", Access::kManager, "auth.v1.Sessions/Watch"),
           Rpc(Verb::kPut, "/api/a", Access::kManager, "common.v1.ProcessMetrics/Collect"),
           Rpc(Verb::kPut, "/api/a", Access::kManager, ""),
           Rpc(Verb::kPut, "/api/a", Access::kManager, update).Multipart(10),
           Rpc(Verb::kPut, "/api/a", Access::kManager, "catalog.v1.Courses/CreateCourse"),
           Rpc(Verb::kPut, "/api/a", Access::kSupport, "auth.v1.Learners/BulkChangeLearners").QueryToo(),
           Rpc(Verb::kGet, "/api/a", Access::kManager, update),
           Rpc(Verb::kPut, "/api/a", Access::kManager, update).After(NoPreparation),
           Rpc(Verb::kPut, "/api/a", Access::kManager, update).Recent(),
       }) {
    std::string rpc = route.rpc;
    EXPECT_THAT(MakeOf(std::move(route)), HasReason("invalid_route")) << rpc;
  }
}

TEST(RouterTest, ARowMayAskForARecentSessionForAServiceThatHasNoSessions) {
  EXPECT_OK(MakeOf(Rpc(Verb::kPut, "/api/a", Access::kOwner, "enrollment.v1.Missing/AcceptMissing").Recent()));
}

// The calls of the specification's section 7, and those that the REST contract adds.
TEST(RouterTest, TheTableHasEveryDocumentedCall) {
  absl::StatusOr<Router> router = Router::Make(Routes());
  ASSERT_OK(router);
  // The contract's own calls; what the academy adds to them is free to grow without another copy of the table.
  const std::set<std::string> documented = {
      "PUT /api/cm/auth/signup",
      "POST /api/cm/auth/login",
      "POST /api/cm/auth/check",
      "POST /api/cm/auth/check-signup",
      "PUT /api/cm/auth/update-password",
      "POST /api/cm/auth/logout",
      "PUT /api/auth/signup",
      "PUT /api/auth/activate",
      "POST /api/auth/resend-activation",
      "POST /api/auth/login",
      "POST /api/auth/trylogin",
      "POST /api/auth/logout",
      "PUT /api/auth/update-password",
      "POST /api/auth/forgot-password",
      "PUT /api/auth/forgotpassword/activation",
      "PUT /api/auth/forgotpassword/update",
      "POST /api/cm/course/fetch-courses",
      "PUT /api/cm/course/create-course",
      "PUT /api/cm/course/update-course",
      "POST /api/cm/course/update-image",
      "DELETE /api/cm/course/delete-course",
      "POST /api/cm/user-course/fetch-users-course",
      "PUT /api/cm/user-course/assign-user-course",
      "PUT /api/cm/user-course/delete-selected-users",
      "POST /api/user-course/fetch-courses",
      "PUT /api/cm/manager/update-password",
      "POST /api/cm/manager/delete-manager",
      "PUT /api/cm/manager/register-manager",
      "POST /api/cm/manager/fetch-managers",
      "PUT /api/cm/user/fetch-users",
      "POST /api/cm/user/create-user",
      "PUT /api/cm/user/update-user",
      "PUT /api/cm/user/update-password",
      "PUT /api/cm/user/update-status",
      "PUT /api/cm/user/update-activation",
      "PUT /api/cm/user/remove-user",
      "POST /api/cm/user-course/fetch-user-courses",
      "POST /api/cm/user-course/assign-to-user",
      "PUT /api/cm/user-course/update-expdate",
      "PUT /api/cm/user-course/remove-user-course",
      "POST /api/user/fetch-info",
      "POST /api/user/update-user",
      "POST /api/user-course/fetch-course",
      "PUT /api/user-course/update-progress",
      "GET /api/public/site",
      "POST /api/public/fetch-courses",
      "GET /api/captcha/challenge",
      "POST /api/cm/media/uploads",
      "PATCH /api/cm/media/uploads",
      "HEAD /api/cm/media/uploads",
      "DELETE /api/cm/media/uploads",
      "OPTIONS /api/cm/media/uploads",
      "POST /api/cm/media/fetch-asset",
      "POST /api/cm/media/fetch-preview",
      "PUT /api/cm/media/retry",
      "POST /api/cm/media/upload-captions",
      "DELETE /api/cm/media/delete-captions",
  };
  std::set<std::string> rows;
  for (const Route& route : router->routes()) rows.insert(std::string(VerbText(route.verb)) + " " + route.path);
  EXPECT_THAT(rows, testing::IsSupersetOf(documented));
}

TEST(RouterTest, OnlyManagersMayUseManagersCalls) {
  for (const Route& route : Routes()) {
    bool manages = route.path.starts_with("/api/cm/");
    bool before_sign_in = route.path == "/api/cm/auth/signup" || route.path == "/api/cm/auth/login" ||
                          route.path == "/api/cm/auth/check-signup" || route.path == "/api/cm/auth/unlock" ||
                          route.path == "/api/cm/auth/passkey/begin-login" ||
                          route.path == "/api/cm/auth/passkey/finish-login" || route.verb == Verb::kOptions;
    bool learns = route.path.starts_with("/api/user");
    EXPECT_EQ(LeastRole(route.access) != Role::kNone, manages && !before_sign_in) << route.path;
    if (learns) {
      EXPECT_EQ(route.access, Access::kLearner) << route.path;
    }
  }
}

TEST(RouterTest, OnlyTheseCallsAreForSupport) {
  std::vector<std::string> support;
  for (const Route& route : Routes()) {
    if (route.access == Access::kSupport) support.push_back(route.path.substr(std::string_view("/api/cm/").size()));
  }
  EXPECT_THAT(support,
              testing::UnorderedElementsAre(
                  // The manager's own account.
                  "auth/check", "auth/update-password", "auth/reauthenticate", "auth/logout", "auth/fetch-sessions",
                  "auth/end-session", "auth/fetch-factors", "auth/totp/begin", "auth/totp/confirm", "auth/totp/disable",
                  "auth/renew-recovery-codes", "auth/passkey/begin-registration", "auth/passkey/finish-registration",
                  "auth/passkey/fetch", "auth/passkey/remove",
                  // Learners.
                  "user/fetch-users", "user/fetch-user", "user/fetch-sessions", "user/update-activation",
                  "user/update-status", "user/bulk-change", "user/sign-out", "mail/fetch-mails", "mail/send-again",
                  // Courses and assignments.
                  "course/fetch-courses", "course/fetch-course", "user-course/fetch-users-course",
                  "user-course/assign-user-course", "user-course/fetch-user-courses", "user-course/assign-to-user",
                  "user-course/update-expdate", "user-course/bulk-assign", "user-course/extend-course",
                  "user-course/fetch-statistics", "dashboard/fetch-figures",
                  // The academy.
                  "health/fetch", "health/fetch-requests"));
}

// Whether a message or one inside it has a field that signs somebody in, unlocks an account or plays a video.
bool HoldsSecret(const google::protobuf::Descriptor* message, std::set<const google::protobuf::Descriptor*>& seen) {
  static const std::set<std::string> secrets = {"token",     "client_token", "secret", "recovery_codes",
                                                "challenge", "handle",       "iban",   "hls"};
  if (!seen.insert(message).second) return false;
  for (int i = 0; i < message->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* field = message->field(i);
    bool text = field->type() == google::protobuf::FieldDescriptor::TYPE_STRING;
    if (text && secrets.contains(field->name())) return true;
    if (field->message_type() != nullptr && HoldsSecret(field->message_type(), seen)) return true;
  }
  return false;
}

TEST(RouterTest, AnAnswerThatHoldsASecretIsNeverCompressed) {
  absl::StatusOr<Router> router = Router::Make(Routes());
  ASSERT_OK(router);
  for (const Route& route : router->routes()) {
    if (route.response == nullptr) continue;
    std::set<const google::protobuf::Descriptor*> seen;
    EXPECT_EQ(route.secret, HoldsSecret(route.response->GetDescriptor(), seen)) << route.path;
  }
}

TEST(RouterTest, ManagersThemselvesAreForOwners) {
  for (const Route& route : Routes()) {
    if (route.path.starts_with("/api/cm/manager/")) {
      EXPECT_EQ(route.access, Access::kOwner) << route.path;
    }
  }
}

TEST(RouterTest, ARowMayNotBeForALowerRoleThanItsRpc) {
  EXPECT_THAT(MakeOf(Rpc(Verb::kPut, "/api/a", Access::kManager, "auth.v1.Managers/UpdateRole")),
              HasReason("invalid_route"));
  EXPECT_THAT(MakeOf(Rpc(Verb::kPut, "/api/a", Access::kSupport, "auth.v1.Learners/DeleteLearner")),
              HasReason("invalid_route"));
  EXPECT_OK(MakeOf(Rpc(Verb::kPut, "/api/a", Access::kOwner, "auth.v1.Managers/UpdateRole")));
}

TEST(RouterTest, TheTableIsToldAsJson) {
  std::vector<Route> rows;
  rows.push_back(Local(Verb::kPatch, "/api/up", Access::kManager, LocalHandler::kUploads).WithSubpaths());
  rows.push_back(Local(Verb::kPut, "/api/form", Access::kLearner, LocalHandler::kSite).Created().Multipart(10));
  EXPECT_EQ(
      RoutesAsJson(rows),
      "[\n"
      R"({"verb":"PATCH","path":"/api/up","access":"manager","role":"manager","success":200,"body":"json","subpaths":true,"keyed":false})"
      ",\n"
      R"({"verb":"PUT","path":"/api/form","access":"learner","role":"","success":201,"body":"form","subpaths":false,"keyed":false})"
      "\n]\n");
}

}  // namespace
}  // namespace academy::edge
