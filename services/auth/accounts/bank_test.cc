#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
constexpr char kIban[] = "SA0380000000608010167519";

class BankTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  Caller Learner(const std::string& email = kEmail) { return CallerOf(Login(email).response.client_token()); }
  v1::BankDetails Own(const Caller& caller) {
    auto answer = Call(caller, &v1::Bank::Stub::GetOwnBank, v1::GetOwnBankRequest());
    EXPECT_OK(answer);
    return answer.response.result();
  }
  Reply<v1::UpdateOwnBankResponse> Update(const Caller& caller, const std::string& holder, const std::string& name,
                                          const std::string& iban) {
    v1::UpdateOwnBankRequest request;
    request.set_account_holder(holder);
    request.set_bank_name(name);
    request.set_iban(iban);
    return Call(caller, &v1::Bank::Stub::UpdateOwnBank, request);
  }
  Reply<v1::GetLearnerBankResponse> OfUser(const Caller& caller, const std::string& learner_id) {
    v1::GetLearnerBankRequest request;
    request.set_learner_id(learner_id);
    return Call(caller, &v1::Bank::Stub::GetLearnerBank, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, BankTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(BankTest, ALearnerGivesReplacesAndRemovesBankDetails) {
  std::string id = ALearner(kEmail);
  Caller layla = Learner();
  EXPECT_EQ(Own(layla).iban(), "");
  EXPECT_FALSE(Own(layla).has_updated_at());

  auto updated = Update(layla, "  Layla Hassan ", "Bank", "sa03 8000 0000 6080 1016 7519");
  ASSERT_OK(updated);
  EXPECT_EQ(updated.response.result().account_holder(), "Layla Hassan");
  EXPECT_EQ(Own(layla).iban(), kIban);
  EXPECT_EQ(Own(layla).updated_at(), FormatTime(clock_.Now()));
  ASSERT_OK(Update(layla, "Layla", "Other", kIban));
  EXPECT_EQ(OfUser(AManager(), id).response.result().bank_name(), "Other");

  ASSERT_OK(Update(layla, "", " ", ""));
  EXPECT_FALSE(Own(layla).has_updated_at());
}

TEST_P(BankTest, AWrongIbanIsRefusedAndNothingChanges) {
  ALearner(kEmail);
  Caller layla = Learner();
  ASSERT_OK(Update(layla, "Layla", "Bank", kIban));
  for (const char* iban :
       {"SA0380000000608010167518", "SA03", "0380000000608010167519", "SA03-8000-0000-6080", "شيء"}) {
    EXPECT_THAT(Update(layla, "Layla", "Bank", iban), HasReason("validation_failed")) << iban;
  }
  EXPECT_THAT(Update(layla, std::string(201, 'a'), "", ""), HasReason("validation_failed"));
  EXPECT_EQ(Own(layla).iban(), kIban);
  EXPECT_OK(Update(layla, "Layla", "Deutsche Bank", "DE89 3704 0044 0532 0130 00"));
}

TEST_P(BankTest, OnlyTheLearnerAndManagersSeeThem) {
  std::string id = ALearner(kEmail);
  ALearner("omar@academy.test", "Omar");
  ASSERT_OK(Update(Learner(), "Layla", "Bank", kIban));
  Caller omar = Learner("omar@academy.test");
  EXPECT_EQ(Own(omar).iban(), "");
  EXPECT_THAT(OfUser(omar, id), testing::Not(IsOk()));
  EXPECT_THAT(OfUser(Anonymous(), id), testing::Not(IsOk()));
  EXPECT_THAT(Update(AManager(), "x", "y", ""), testing::Not(IsOk()));
  EXPECT_THAT(OfUser(AManager(), "unknown"), HasReason("user_not_found"));
}

TEST_P(BankTest, AManagersReadingIsRecordedWithoutTheDetails) {
  std::string id = ALearner(kEmail);
  ASSERT_OK(Update(Learner(), "Layla", "Bank", kIban));
  Caller manager = AManager();
  ASSERT_OK(OfUser(manager, id));
  EXPECT_THAT(OfUser(manager, "unknown"), HasReason("user_not_found"));
  Own(Learner());
  v1::ListEventsRequest request;
  request.set_action("learner.bank_read");
  auto events = Call(manager, &v1::Audit::Stub::ListEvents, request);
  ASSERT_OK(events);
  ASSERT_EQ(events.response.result_size(), 1);
  EXPECT_EQ(events.response.result(0).actor().id(), manager.id);
  EXPECT_EQ(events.response.result(0).subject().id(), id);
  EXPECT_EQ(events.response.result(0).DebugString().find(kIban), std::string::npos);
}

TEST_P(BankTest, AReadingThatCannotBeRecordedIsRefused) {
  std::string id = ALearner(kEmail);
  Caller manager = AManager();
  ASSERT_OK(database_->Write([](Transaction& tx) -> absl::Status {
    // Events are put into the first of these on SQLite, into the second on a server.
    tx.sql() << "DROP TABLE audit_events";
    tx.sql() << "DROP TABLE audit_waiting";
    return absl::OkStatus();
  }));
  EXPECT_THAT(OfUser(manager, id), testing::Not(IsOk()));
}

TEST_P(BankTest, TheyGoWithTheirLearnerForGood) {
  std::string id = ALearner(kEmail);
  ASSERT_OK(Update(Learner(), "Layla", "Bank", kIban));
  v1::DeleteLearnerRequest request;
  request.set_learner_id(id);
  Caller manager = AManager();
  ASSERT_OK(Call(manager, &v1::Learners::Stub::DeleteLearner, request));
  auto left = [&] {
    int64_t rows = -1;
    EXPECT_OK(database_->Read([&](soci::session& sql) -> absl::Status {
      sql << "SELECT COUNT(*) FROM bank_details", soci::into(rows);
      return absl::OkStatus();
    }));
    return rows;
  };
  EXPECT_EQ(left(), 1) << "kept in the bin";
  EXPECT_THAT(OfUser(manager, id), HasReason("user_not_found"));
  v1::PurgeLearnerRequest purge;
  purge.set_learner_id(id);
  ASSERT_OK(Call(manager, &v1::LearnerBin::Stub::PurgeLearner, purge));
  EXPECT_EQ(left(), 0);
}

}  // namespace
}  // namespace academy::auth
