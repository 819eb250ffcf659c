// Managers' roles: who gets which, who may change them, and that an owner always remains.
#include <gmock/gmock.h>
#include <soci/soci.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/schema.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/base/error_result.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class RolesTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    owner_ = AManager();
  }

  Reply<v1::UpdateRoleResponse> SetRole(const Caller& caller, const std::string& id, const std::string& role,
                                        const std::string& seen = "") {
    v1::UpdateRoleRequest request;
    request.set_manager_id(id);
    request.set_role(role);
    if (!seen.empty()) request.set_seen_role(seen);
    return Call(caller, &v1::Managers::Stub::UpdateRole, request);
  }
  Reply<v1::CreateManagerResponse> Register(const Caller& caller, const std::string& email, const std::string& role) {
    v1::CreateManagerRequest request;
    request.set_email(email);
    request.set_password("secret1");
    request.set_fullname("Omar");
    if (!role.empty()) request.set_role(role);
    return Call(caller, &v1::Managers::Stub::CreateManager, request);
  }
  absl::Status Delete(const Caller& caller, const std::string& id) {
    v1::DeleteManagerRequest request;
    request.set_manager_id(id);
    return Call(caller, &v1::Managers::Stub::DeleteManager, request).status;
  }
  // The role of each manager, by e-mail address.
  std::vector<std::string> Roles() {
    auto listed = Call(Service(), &v1::Managers::Stub::ListManagers, v1::ListManagersRequest());
    std::vector<std::string> roles;
    for (const v1::Manager& manager : listed.response.result()) roles.push_back(manager.email() + " " + manager.role());
    std::sort(roles.begin(), roles.end());
    return roles;
  }
  int64_t Owners() {
    std::vector<std::string> roles = Roles();
    return std::count_if(roles.begin(), roles.end(), [](const std::string& role) { return role.ends_with(" owner"); });
  }
  std::vector<v1::AuditEvent> Changes() {
    v1::ListEventsRequest request;
    request.set_action("manager.role_changed");
    auto listed = Call(Service(), &v1::Audit::Stub::ListEvents, request);
    return {listed.response.result().begin(), listed.response.result().end()};
  }

  Caller owner_;
};
INSTANTIATE_TEST_SUITE_P(Engines, RolesTest, testing::ValuesIn(TestEngines()), EngineName);

using testing::ElementsAre;

TEST_P(RolesTest, TheFirstManagerIsAnOwnerAndOthersAreAsRegistered) {
  EXPECT_OK(Register(owner_, "b@academy.test", ""));
  EXPECT_OK(Register(owner_, "c@academy.test", "support"));
  auto second_owner = Register(owner_, "d@academy.test", "owner");
  ASSERT_OK(second_owner);
  EXPECT_EQ(second_owner.response.result().role(), "owner");
  EXPECT_THAT(Roles(), ElementsAre("b@academy.test manager", "c@academy.test support", "d@academy.test owner",
                                   "manager@academy.test owner"));
  for (const char* role : {"boss", "Owner", "owner ", "none"}) {
    EXPECT_THAT(Register(owner_, "e@academy.test", role), HasReason("validation_failed")) << role;
  }
}

TEST_P(RolesTest, SignUpsAfterTheFirstMakeNoOwners) {
  options().allow_manager_signup = true;
  Restart();
  ASSERT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, ManagerSignUp("second@academy.test")));
  EXPECT_THAT(Roles(), ElementsAre("manager@academy.test owner", "second@academy.test manager"));
}

TEST_P(RolesTest, AnOwnerChangesARoleAndThePersonIsTold) {
  Caller nora = AManager("nora@academy.test", Role::kManager);
  int mails = MailCount();
  auto answer = SetRole(owner_, nora.id, "support");
  ASSERT_OK(answer);
  EXPECT_EQ(answer.response.result().id(), nora.id);
  EXPECT_EQ(answer.response.result().role(), "support");
  EXPECT_THAT(Roles(), ElementsAre("manager@academy.test owner", "nora@academy.test support"));

  EXPECT_EQ(MailCount(), mails + 1);
  EXPECT_EQ(NewestMail().to(), "nora@academy.test");
  EXPECT_NE(NewestMail().text().find("دعم"), std::string::npos) << NewestMail().text();
  ASSERT_EQ(Changes().size(), 1U);
  v1::AuditEvent event = Changes().front();
  EXPECT_EQ(event.actor().id(), owner_.id);
  EXPECT_EQ(event.subject().id(), nora.id);
  EXPECT_EQ(event.details().at("roleBefore"), "manager");
  EXPECT_EQ(event.details().at("role"), "support");
  // Other processes hear of it before the owner does.
  v1::Event last = Events().back();
  EXPECT_EQ(last.manager_changed().manager_id(), nora.id);
  EXPECT_EQ(answer.feed_position, last.position());
}

TEST_P(RolesTest, TheRoleThatAManagerHasChangesNothing) {
  Caller nora = AManager("nora@academy.test", Role::kSupport);
  int mails = MailCount();
  EXPECT_OK(SetRole(owner_, nora.id, "support"));
  EXPECT_OK(SetRole(owner_, owner_.id, "owner"));
  EXPECT_EQ(MailCount(), mails);
  EXPECT_TRUE(Changes().empty());
}

TEST_P(RolesTest, ARoleThatAnotherOwnerHasChangedIsNotOverwrittenUnseen) {
  Caller nora = AManager("nora@academy.test", Role::kManager);
  ASSERT_OK(SetRole(owner_, nora.id, "support", "manager"));
  int mails = MailCount();
  auto refused = SetRole(owner_, nora.id, "owner", "manager");
  EXPECT_THAT(refused, HasReason("changed_meanwhile"));
  v1::Manager now;
  ASSERT_TRUE(now.ParseFromString(ResultOf(refused.status)));
  EXPECT_EQ(now.id(), nora.id);
  EXPECT_EQ(now.role(), "support");
  // What another owner has done already is no conflict.
  EXPECT_OK(SetRole(owner_, nora.id, "support", "manager"));
  EXPECT_EQ(Changes().size(), 1U);
  EXPECT_EQ(MailCount(), mails);
  EXPECT_OK(SetRole(owner_, nora.id, "owner", "support"));
  EXPECT_OK(SetRole(owner_, nora.id, "manager"));
  EXPECT_EQ(Changes().size(), 3U);
}

TEST_P(RolesTest, TheRoleCountsInSessionsThatAreOpen) {
  v1::LoginManagerResponse login =
      Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("manager@academy.test")).response;
  EXPECT_EQ(CallerOf(login.token()).role, Role::kOwner);
  Caller other = AManager("other@academy.test");
  ASSERT_OK(SetRole(other, owner_.id, "support"));
  EXPECT_EQ(CallerOf(login.token()).role, Role::kSupport);
}

TEST_P(RolesTest, OnlyOwnersManageManagers) {
  for (Role role : {Role::kNone, Role::kSupport, Role::kManager}) {
    Caller caller = owner_;
    caller.role = role;
    EXPECT_THAT(SetRole(caller, owner_.id, "support"), HasReason("role_not_allowed"));
    EXPECT_THAT(Register(caller, "x@academy.test", "owner"), HasReason("role_not_allowed"));
    EXPECT_THAT(Delete(caller, owner_.id), HasReason("role_not_allowed"));
    EXPECT_THAT(Call(caller, &v1::Managers::Stub::ListManagers, v1::ListManagersRequest()),
                HasReason("role_not_allowed"));
  }
  EXPECT_THAT(Roles(), ElementsAre("manager@academy.test owner"));
}

TEST_P(RolesTest, AnEdgeThatHasNotHeardOfTheChangeYetChangesNoManagers) {
  Caller stale = AManager("nora@academy.test");
  ASSERT_OK(SetRole(owner_, stale.id, "manager"));
  ASSERT_EQ(stale.role, Role::kOwner);
  EXPECT_THAT(SetRole(stale, owner_.id, "support"), HasReason("role_not_allowed"));
  EXPECT_THAT(SetRole(stale, stale.id, "owner"), HasReason("role_not_allowed"));
  EXPECT_THAT(Register(stale, "x@academy.test", "owner"), HasReason("role_not_allowed"));
  EXPECT_THAT(Delete(stale, owner_.id), HasReason("role_not_allowed"));
  v1::UpdateManagerPasswordRequest password;
  password.set_manager_id(owner_.id);
  password.set_password("stolen1");
  EXPECT_THAT(Call(stale, &v1::Managers::Stub::UpdateManagerPassword, password), HasReason("role_not_allowed"));
  EXPECT_THAT(Roles(), ElementsAre("manager@academy.test owner", "nora@academy.test manager"));
}

TEST_P(RolesTest, AChangeOfRoleNeedsARecentSession) {
  Caller nora = AManager("nora@academy.test", Role::kManager);
  clock_.Advance(absl::Minutes(16));
  EXPECT_THAT(SetRole(owner_, nora.id, "owner"), HasReason("reauthentication_required"));
  EXPECT_THAT(SetRole(owner_, "nobody", "owner"), HasReason("reauthentication_required"));
  EXPECT_EQ(Owners(), 1);
}

TEST_P(RolesTest, WhatCannotBeReadIsRefused) {
  EXPECT_THAT(SetRole(owner_, "nobody", "support"), HasReason("manager_not_found"));
  EXPECT_THAT(SetRole(owner_, "", "support"), HasReason("validation_failed"));
  for (const char* role : {"", "boss", "OWNER"}) {
    EXPECT_THAT(SetRole(owner_, owner_.id, role), HasReason("validation_failed")) << role;
  }
}

TEST_P(RolesTest, TheLastOwnerStays) {
  Caller nora = AManager("nora@academy.test", Role::kManager);
  for (const char* role : {"manager", "support"}) {
    EXPECT_THAT(SetRole(owner_, owner_.id, role), StatusIs(absl::StatusCode::kFailedPrecondition, "last_owner"));
  }
  EXPECT_THAT(Delete(owner_, owner_.id), HasReason("cannot_delete_self"));
  EXPECT_THAT(Delete(Service(), owner_.id), StatusIs(absl::StatusCode::kFailedPrecondition, "last_owner"));
  ASSERT_OK(SetRole(owner_, nora.id, "owner"));
  EXPECT_OK(SetRole(owner_, owner_.id, "support"));
  EXPECT_THAT(Roles(), ElementsAre("manager@academy.test support", "nora@academy.test owner"));
}

TEST_P(RolesTest, OfOwnersWhoDemoteOrDeleteEachOtherAtOnceOneRemains) {
  constexpr int kRounds = 20;
  Caller a = owner_;
  Caller b = AManager("b@academy.test");
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> ready = 0;
    auto at_once = [&](auto work) {
      ++ready;
      while (ready < 2) std::this_thread::yield();
      return work();
    };
    absl::Status by_a;
    absl::Status by_b;
    // In every other round each steps down, else each lowers the other.
    bool self = round % 2 == 0;
    std::thread one([&] { by_a = at_once([&] { return SetRole(a, self ? a.id : b.id, "support").status; }); });
    std::thread two([&] { by_b = at_once([&] { return SetRole(b, self ? b.id : a.id, "manager").status; }); });
    one.join();
    two.join();
    ASSERT_EQ(Owners(), 1) << round << ": " << by_a << " / " << by_b;
    ASSERT_EQ(by_a.ok() + by_b.ok(), 1) << by_a << " / " << by_b;
    EXPECT_THAT(by_a.ok() ? by_b : by_a, HasReason(self ? "last_owner" : "role_not_allowed"));
    ASSERT_OK(SetRole(Service(), a.id, "owner"));
    ASSERT_OK(SetRole(Service(), b.id, "owner"));
  }
  AManager("c@academy.test", Role::kManager);
  std::thread one([&] { Delete(a, b.id).IgnoreError(); });
  std::thread two([&] { Delete(b, a.id).IgnoreError(); });
  one.join();
  two.join();
  EXPECT_EQ(Owners(), 1);
}

TEST_P(RolesTest, SupportChangesManyLearnersButRemovesNone) {
  Caller support = AManager("nora@academy.test", Role::kSupport);
  v1::BulkChangeLearnersRequest request;
  request.add_learner_ids(ALearner());
  for (const char* action : {"deactivate", "activate", "sign-out"}) {
    request.set_action(action);
    EXPECT_OK(Call(support, &v1::Learners::Stub::BulkChangeLearners, request)) << action;
  }
  request.set_action("remove");
  EXPECT_THAT(Call(support, &v1::Learners::Stub::BulkChangeLearners, request), HasReason("role_not_allowed"));
  Caller manager = AManager("omar@academy.test", Role::kManager);
  EXPECT_OK(Call(manager, &v1::Learners::Stub::BulkChangeLearners, request));
}

TEST_P(RolesTest, ManagersOfBeforeThereWereRolesBecomeOwners) {
  std::vector<Migration> before = Migrations();
  std::erase_if(before, [](const Migration& migration) { return migration.version >= 19; });
  TestDatabase old(GetParam(), before);
  ASSERT_OK(old->Write([](Transaction& tx) -> absl::Status {
    for (const char* id : {"m1", "m2"}) {
      std::string text(id);
      tx.sql() << "INSERT INTO managers (id, email, email_key, fullname, password_hash, language, last_login_at,"
                  " previous_login_at, created_at) VALUES (:id, :email, :key, 'Mona', 'hash', 'ar', 0, 0, 1000)",
          soci::use(text), soci::use(text), soci::use(text);
    }
    return absl::OkStatus();
  }));
  absl::StatusOr<std::unique_ptr<Database>> now = Database::Open({.url = old.url()}, Migrations());
  ASSERT_OK(now);
  using Records = std::vector<ManagerRecord>;
  absl::StatusOr<Records> managers =
      (*now)->Read([](soci::session& sql) -> absl::StatusOr<Records> { return ListManagers(sql); });
  ASSERT_OK(managers);
  ASSERT_EQ(managers->size(), 2U);
  for (const ManagerRecord& manager : *managers) EXPECT_EQ(manager.role, Role::kOwner);
}

}  // namespace
}  // namespace academy::auth
