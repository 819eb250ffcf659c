// Internal services have the managers' abilities over people, and read in batches.
#include "services/auth/testing/auth_fixture.h"

namespace academy::auth {
namespace {

using LearnersStub = v1::Learners::Stub;
using ManagersStub = v1::Managers::Stub;

class ServicesTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  static Caller Importer() { return {.kind = CallerKind::kService, .id = "importer"}; }
  std::string Register(const std::string& email, const std::string& fullname) {
    v1::RegisterManagerRequest request;
    request.set_email(email);
    request.set_password("secret1");
    request.set_fullname(fullname);
    auto answer = Call<v1::Managers>(Importer(), &ManagersStub::RegisterManager, request);
    EXPECT_TRUE(answer.ok()) << answer.message();
    return answer.response.result().id();
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, ServicesTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(ServicesTest, AServiceDoesToLearnersWhatManagersDo) {
  v1::CreateUserRequest create;
  create.set_email("layla@academy.test");
  create.set_password("secret1");
  create.set_fullname("Layla");
  auto created = Call<v1::Learners>(Importer(), &LearnersStub::CreateUser, create);
  ASSERT_TRUE(created.ok()) << created.message();
  std::string id = created.response.result().id();

  v1::UpdateUserRequest update;
  update.set_client_id(id);
  update.set_fullname("Layla Hassan");
  EXPECT_TRUE(Call<v1::Learners>(Importer(), &LearnersStub::UpdateUser, update).ok());
  v1::UpdateUserPasswordRequest reset;
  reset.set_client_id(id);
  reset.set_password("secret2");
  EXPECT_TRUE(Call<v1::Learners>(Importer(), &LearnersStub::UpdateUserPassword, reset).ok());
  EXPECT_TRUE(Login("layla@academy.test", "secret2").ok());
  v1::UpdateActivationRequest activation;
  activation.set_client_id(id);
  activation.set_active(false);
  EXPECT_TRUE(Call<v1::Learners>(Importer(), &LearnersStub::UpdateActivation, activation).ok());
  v1::FetchUsersRequest search;
  search.set_search("hassan");
  EXPECT_EQ(Call<v1::Learners>(Importer(), &LearnersStub::FetchUsers, search).response.total(), 1);
  v1::RemoveUserRequest remove;
  remove.set_client_id(id);
  EXPECT_TRUE(Call<v1::Learners>(Importer(), &LearnersStub::RemoveUser, remove).ok());
}

TEST_P(ServicesTest, AServiceDoesToManagersWhatManagersDo) {
  std::string mona = Register("mona@academy.test", "Mona");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(mona);
  EXPECT_EQ(Call<v1::Managers>(Importer(), &ManagersStub::DeleteManager, remove).reason(), "last_manager");
  Register("omar@academy.test", "Omar");
  v1::UpdateManagerPasswordRequest reset;
  reset.set_user_id(mona);
  reset.set_password("secret2");
  EXPECT_TRUE(Call<v1::Managers>(Importer(), &ManagersStub::UpdateManagerPassword, reset).ok());
  auto listed = Call<v1::Managers>(Importer(), &ManagersStub::FetchManagers, v1::FetchManagersRequest());
  EXPECT_EQ(listed.response.result_size(), 2);
  EXPECT_TRUE(Call<v1::Managers>(Importer(), &ManagersStub::DeleteManager, remove).ok());
}

TEST_P(ServicesTest, ManagersAreReadInBatchesInTheOrderAsked) {
  std::string mona = Register("mona@academy.test", "Mona");
  std::string omar = Register("omar@academy.test", "Omar");
  v1::BatchGetManagersRequest request;
  request.add_ids(omar);
  request.add_ids("unknown");
  request.add_ids(mona);
  auto answer = Call<v1::Managers>(Importer(), &ManagersStub::BatchGetManagers, request);
  ASSERT_TRUE(answer.ok()) << answer.message();
  ASSERT_EQ(answer.response.managers_size(), 2);
  EXPECT_EQ(answer.response.managers(0).fullname(), "Omar");
  EXPECT_EQ(answer.response.managers(1).fullname(), "Mona");

  Caller manager{.kind = CallerKind::kManager, .id = mona, .session_id = "s"};
  EXPECT_TRUE(Call<v1::Managers>(manager, &ManagersStub::BatchGetManagers, request).ok());
  Caller learner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
  EXPECT_EQ(Call<v1::Managers>(learner, &ManagersStub::BatchGetManagers, request).reason(), "forbidden");
  EXPECT_EQ(Call<v1::Managers>(Anonymous(), &ManagersStub::BatchGetManagers, request).reason(), "unauthenticated");
  for (int i = 0; i < 10'000; ++i) request.add_ids("x");
  EXPECT_EQ(Call<v1::Managers>(Importer(), &ManagersStub::BatchGetManagers, request).reason(), "validation_failed");
}

TEST_P(ServicesTest, AServiceIsNobodyWhereAPersonIsMeant) {
  EXPECT_EQ(Call<v1::ManagerAuth>(Importer(), &v1::ManagerAuth::Stub::CheckManager, v1::CheckManagerRequest()).reason(),
            "forbidden");
  EXPECT_EQ(Call<v1::LearnerAuth>(Importer(), &v1::LearnerAuth::Stub::FetchInfo, v1::FetchInfoRequest()).reason(),
            "forbidden");
}

}  // namespace
}  // namespace academy::auth
