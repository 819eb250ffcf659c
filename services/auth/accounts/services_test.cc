// Internal services have the managers' abilities over people, and read in batches.
#include "services/auth/testing/auth_fixture.h"

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
    EXPECT_TRUE(answer.ok()) << answer.message();
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
  ASSERT_TRUE(created.ok()) << created.message();
  std::string id = created.response.result().id();

  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_fullname("Layla Hassan");
  EXPECT_TRUE(Call(Importer(), &v1::Learners::Stub::UpdateLearner, update).ok());
  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id(id);
  reset.set_password("secret2");
  EXPECT_TRUE(Call(Importer(), &v1::Learners::Stub::UpdateLearnerPassword, reset).ok());
  EXPECT_TRUE(Login("layla@academy.test", "secret2").ok());
  v1::UpdateActivationRequest activation;
  activation.set_learner_id(id);
  activation.set_active(false);
  EXPECT_TRUE(Call(Importer(), &v1::Learners::Stub::UpdateActivation, activation).ok());
  v1::ListLearnersRequest search;
  search.set_search("hassan");
  EXPECT_EQ(Call(Importer(), &v1::Learners::Stub::ListLearners, search).response.total(), 1);
  v1::DeleteLearnerRequest remove;
  remove.set_learner_id(id);
  EXPECT_TRUE(Call(Importer(), &v1::Learners::Stub::DeleteLearner, remove).ok());
}

TEST_P(ServicesTest, AServiceDoesToManagersWhatManagersDo) {
  std::string mona = Register("mona@academy.test", "Mona");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(mona);
  EXPECT_EQ(Call(Importer(), &v1::Managers::Stub::DeleteManager, remove).reason(), "last_manager");
  Register("omar@academy.test", "Omar");
  v1::UpdateManagerPasswordRequest reset;
  reset.set_manager_id(mona);
  reset.set_password("secret2");
  EXPECT_TRUE(Call(Importer(), &v1::Managers::Stub::UpdateManagerPassword, reset).ok());
  auto listed = Call(Importer(), &v1::Managers::Stub::ListManagers, v1::ListManagersRequest());
  EXPECT_EQ(listed.response.result_size(), 2);
  EXPECT_TRUE(Call(Importer(), &v1::Managers::Stub::DeleteManager, remove).ok());
}

TEST_P(ServicesTest, ManagersAreReadInBatchesInTheOrderAsked) {
  std::string mona = Register("mona@academy.test", "Mona");
  std::string omar = Register("omar@academy.test", "Omar");
  v1::BatchGetManagersRequest request;
  request.add_ids(omar);
  request.add_ids("unknown");
  request.add_ids(mona);
  auto answer = Call(Importer(), &v1::Managers::Stub::BatchGetManagers, request);
  ASSERT_TRUE(answer.ok()) << answer.message();
  ASSERT_EQ(answer.response.managers_size(), 2);
  EXPECT_EQ(answer.response.managers(0).fullname(), "Omar");
  EXPECT_EQ(answer.response.managers(1).fullname(), "Mona");

  Caller manager{.kind = CallerKind::kManager, .id = mona, .session_id = "s"};
  EXPECT_TRUE(Call(manager, &v1::Managers::Stub::BatchGetManagers, request).ok());
  Caller learner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
  EXPECT_EQ(Call(learner, &v1::Managers::Stub::BatchGetManagers, request).reason(), "forbidden");
  EXPECT_EQ(Call(Anonymous(), &v1::Managers::Stub::BatchGetManagers, request).reason(), "unauthenticated");
  for (int i = 0; i < 10'000; ++i) request.add_ids("x");
  EXPECT_EQ(Call(Importer(), &v1::Managers::Stub::BatchGetManagers, request).reason(), "validation_failed");
}

TEST_P(ServicesTest, AServiceIsNobodyWhereAPersonIsMeant) {
  EXPECT_EQ(Call(Importer(), &v1::ManagerSignIn::Stub::CheckManager, v1::CheckManagerRequest()).reason(), "forbidden");
  EXPECT_EQ(Call(Importer(), &v1::Profile::Stub::GetProfile, v1::GetProfileRequest()).reason(), "forbidden");
}

}  // namespace
}  // namespace academy::auth
