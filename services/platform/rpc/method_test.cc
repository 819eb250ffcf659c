// Who may call an rpc, by its proto's option and the caller's role.
#include "services/platform/rpc/method.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "academy/auth/v1/managers.pb.h"
#include "academy/auth/v1/sessions.pb.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

using namespace common::v1;  // NOLINT(google-build-using-namespace): the values of Access

// An rpc that the edge calls.
RpcMethod Of(Access access) { return {.name = "Any", .access = access, .callers = {"edge"}}; }

Caller AManager(Role role) { return {.kind = CallerKind::kManager, .id = "m", .session_id = "s", .role = role}; }
const Caller kLearner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
const Caller kService{.kind = CallerKind::kService, .id = "edge"};

TEST(CallerTest, AManagersRoleCrossesTheWire) {
  for (Role role : {Role::kNone, Role::kSupport, Role::kManager, Role::kOwner}) {
    Caller read;
    ParseCaller(FormatCaller(AManager(role)), read);
    EXPECT_EQ(read.kind, CallerKind::kManager);
    EXPECT_EQ(read.id, "m");
    EXPECT_EQ(read.session_id, "s");
    EXPECT_EQ(read.role, role);
  }
}

TEST(CallerTest, AMissingOrUnknownRoleIsNone) {
  for (const char* text :
       {"manager:m:s", "manager:m:s:", "manager:m:s:boss", "manager:m:s:Owner", "manager:m:s:owner:"}) {
    Caller read;
    ParseCaller(text, read);
    EXPECT_EQ(read.kind, CallerKind::kManager) << text;
    EXPECT_EQ(read.session_id, "s") << text;
    EXPECT_EQ(read.role, Role::kNone) << text;
  }
}

TEST(CallerTest, ALearnerHasNoRoleWhateverTheSessionIsCalled) {
  Caller read;
  ParseCaller("learner:l:s:owner", read);
  EXPECT_EQ(read.kind, CallerKind::kLearner);
  EXPECT_EQ(read.session_id, "s:owner");
  EXPECT_EQ(read.role, Role::kNone);
}

TEST(RpcMethodTest, TheAccessIsThatOfTheProto) {
  EXPECT_EQ(FindRpcMethod(auth::v1::UpdateRoleRequest::descriptor(), "UpdateRole").access, ACCESS_OWNERS);
  RpcMethod check = FindRpcMethod(auth::v1::CheckSessionRequest::descriptor(), "CheckSession");
  EXPECT_EQ(check.access, ACCESS_SERVICES);
  EXPECT_EQ(check.callers, std::vector<std::string_view>{"edge"});
}

TEST(RpcMethodTest, AnUnknownRpcIsForNobody) {
  const auto* request = auth::v1::UpdateRoleRequest::descriptor();
  EXPECT_EQ(FindRpcMethod(request, "UpdateRoles").access, ACCESS_SERVICES);
  EXPECT_TRUE(FindRpcMethod(request, "UpdateRoles").callers.empty());
  // An rpc of that name takes another request.
  EXPECT_EQ(FindRpcMethod(request, "DeleteManager").access, ACCESS_SERVICES);
}

TEST(RequireAccessTest, ARoleMayDoWhateverThoseBelowItMay) {
  const std::vector<Access> by_role = {ACCESS_SUPPORT, ACCESS_MANAGERS, ACCESS_OWNERS};
  const std::vector<Role> roles = {Role::kSupport, Role::kManager, Role::kOwner};
  for (size_t needed = 0; needed < by_role.size(); ++needed) {
    for (size_t has = 0; has < roles.size(); ++has) {
      absl::Status status = RequireAccess(AManager(roles[has]), Of(by_role[needed]));
      if (has >= needed) {
        EXPECT_OK(status);
      } else {
        EXPECT_THAT(status, HasReason("role_not_allowed"));
      }
    }
    EXPECT_THAT(RequireAccess(AManager(Role::kNone), Of(by_role[needed])), HasReason("role_not_allowed"));
    EXPECT_THAT(RequireAccess(kLearner, Of(by_role[needed])), HasReason("forbidden"));
    EXPECT_THAT(RequireAccess({}, Of(by_role[needed])), HasReason("unauthenticated"));
    EXPECT_OK(RequireAccess(kService, Of(by_role[needed])));
  }
}

TEST(RequireAccessTest, AnRpcForServicesIsForThoseThatItNames) {
  auto service = [](const char* name) { return Caller{.kind = CallerKind::kService, .id = name}; };
  RpcMethod rpc{.name = "Any", .callers = {"edge", "tools"}};
  EXPECT_OK(RequireAccess(service("edge"), rpc));
  EXPECT_OK(RequireAccess(service("payroll"), rpc)) << "one of the owner's own programs";
  for (const char* name : {"auth", "catalog", "enrollment", "presence"}) {
    EXPECT_THAT(RequireAccess(service(name), rpc), HasReason("forbidden")) << name;
  }
  rpc.callers = {"presence"};
  EXPECT_OK(RequireAccess(service("presence"), rpc));
  for (const char* name : {"edge", "payroll", "tools"}) {
    EXPECT_THAT(RequireAccess(service(name), rpc), HasReason("forbidden")) << name;
  }
  rpc.callers = {};
  EXPECT_THAT(RequireAccess(service("edge"), rpc), HasReason("forbidden"));
}

TEST(RequireAccessTest, NoRoleMakesAManagerALearnerOrAService) {
  EXPECT_THAT(RequireAccess(AManager(Role::kOwner), Of(ACCESS_LEARNERS)), HasReason("forbidden"));
  EXPECT_THAT(RequireAccess(AManager(Role::kOwner), Of(ACCESS_SERVICES)), HasReason("forbidden"));
  EXPECT_OK(RequireAccess(kLearner, Of(ACCESS_LEARNERS)));
  EXPECT_OK(RequireAccess(kService, Of(ACCESS_SERVICES)));
  EXPECT_OK(RequireAccess({}, Of(ACCESS_PUBLIC)));
}

}  // namespace
}  // namespace academy
