// Internal services can do to people what managers can, and read in batches.
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class ServicesTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  static Caller Importer() { return {.kind = CallerKind::kService, .id = "importer"}; }
  std::string Register(const std::string& email, const std::string& fullname) {
    v1::CreateManagerRequest request;
    request.set_email(email);
    request.set_password("secret1");
    request.set_fullname(fullname);
    auto answer = Call(Importer(), &v1::Managers::Stub::CreateManager, request);
    EXPECT_OK(answer);
    return answer.response.result().id();
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ServicesTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(ServicesTest, AServiceDoesToLearnersWhatManagersDo) {
  v1::CreateLearnerRequest create;
  create.set_email("layla@academy.test");
  create.set_password("secret1");
  create.set_fullname("Layla");
  auto created = Call(Importer(), &v1::Learners::Stub::CreateLearner, create);
  ASSERT_OK(created);
  std::string id = created.response.result().id();

  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_fullname("Layla Hassan");
  EXPECT_OK(Call(Importer(), &v1::Learners::Stub::UpdateLearner, update));
  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id(id);
  reset.set_password("secret2");
  EXPECT_OK(Call(Importer(), &v1::Learners::Stub::UpdateLearnerPassword, reset));
  EXPECT_OK(Login("layla@academy.test", "secret2"));
  v1::UpdateActivationRequest activation;
  activation.set_learner_id(id);
  activation.set_active(false);
  EXPECT_OK(Call(Importer(), &v1::Learners::Stub::UpdateActivation, activation));
  v1::ListLearnersRequest search;
  search.set_search("hassan");
  EXPECT_EQ(Call(Importer(), &v1::Learners::Stub::ListLearners, search).response.total(), 1);
  v1::DeleteLearnerRequest remove;
  remove.set_learner_id(id);
  EXPECT_OK(Call(Importer(), &v1::Learners::Stub::DeleteLearner, remove));
}

TEST_P(ServicesTest, AServiceDoesToManagersWhatManagersDo) {
  std::string mona = Register("mona@academy.test", "Mona");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(mona);
  EXPECT_THAT(Call(Importer(), &v1::Managers::Stub::DeleteManager, remove), HasReason("last_manager"));
  std::string omar = Register("omar@academy.test", "Omar");
  v1::UpdateManagerPasswordRequest reset;
  reset.set_manager_id(mona);
  reset.set_password("secret2");
  EXPECT_OK(Call(Importer(), &v1::Managers::Stub::UpdateManagerPassword, reset));
  auto listed = Call(Importer(), &v1::Managers::Stub::ListManagers, v1::ListManagersRequest());
  EXPECT_EQ(listed.response.result_size(), 2);
  EXPECT_THAT(Call(Importer(), &v1::Managers::Stub::DeleteManager, remove), HasReason("last_owner"));
  v1::UpdateRoleRequest role;
  role.set_manager_id(omar);
  role.set_role("owner");
  EXPECT_OK(Call(Importer(), &v1::Managers::Stub::UpdateRole, role));
  EXPECT_OK(Call(Importer(), &v1::Managers::Stub::DeleteManager, remove));
}

TEST_P(ServicesTest, ManagersAreReadInBatchesInTheOrderAsked) {
  std::string mona = Register("mona@academy.test", "Mona");
  std::string omar = Register("omar@academy.test", "Omar");
  v1::BatchGetManagersRequest request;
  request.add_ids(omar);
  request.add_ids("unknown");
  request.add_ids(mona);
  auto answer = Call(Importer(), &v1::Managers::Stub::BatchGetManagers, request);
  ASSERT_OK(answer);
  ASSERT_EQ(answer.response.managers_size(), 2);
  EXPECT_EQ(answer.response.managers(0).fullname(), "Omar");
  EXPECT_EQ(answer.response.managers(1).fullname(), "Mona");

  Caller manager{.kind = CallerKind::kManager, .id = mona, .session_id = "s", .role = Role::kOwner};
  EXPECT_OK(Call(manager, &v1::Managers::Stub::BatchGetManagers, request));
  manager.role = Role::kManager;
  EXPECT_THAT(Call(manager, &v1::Managers::Stub::BatchGetManagers, request), HasReason("role_not_allowed"));
  Caller learner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
  EXPECT_THAT(Call(learner, &v1::Managers::Stub::BatchGetManagers, request), HasReason("forbidden"));
  EXPECT_THAT(Call(Anonymous(), &v1::Managers::Stub::BatchGetManagers, request), HasReason("unauthenticated"));
  for (int i = 0; i < 10'000; ++i) request.add_ids("x");
  EXPECT_THAT(Call(Importer(), &v1::Managers::Stub::BatchGetManagers, request), HasReason("validation_failed"));
}

TEST_P(ServicesTest, AServiceIsNobodyWhereAPersonIsMeant) {
  EXPECT_THAT(Call(Importer(), &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()),
              HasReason("forbidden"));
  EXPECT_THAT(Call(Importer(), &v1::Profile::Stub::GetProfile, v1::GetProfileRequest()), HasReason("forbidden"));
}

}  // namespace
}  // namespace academy::auth
