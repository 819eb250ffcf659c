// The next list of all learners shows every change of a learner, whoever made it.
#include <functional>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

using Stub = v1::Learners::Stub;
using Strings = std::vector<std::string>;

class WholeListTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
    id_ = ALearner("adam@academy.test", "Adam");
    ALearner("badr@academy.test", "Badr");
  }

  Strings List(const v1::ListLearnersRequest& request) {
    auto answer = Call(manager_, &v1::Learners::Stub::ListLearners, request);
    EXPECT_OK(answer);
    Strings lines;
    for (const v1::Learner& learner : answer.response.result()) lines.push_back(learner.ShortDebugString());
    return lines;
  }

  // Expects that the effect of `change` shows, and that the whole list equals a freshly read page.
  void ExpectShown(const std::function<bool()>& change) {
    const Strings before = List({});
    clock_.Advance(absl::Seconds(1));
    EXPECT_TRUE(change());
    const Strings after = List({});
    EXPECT_NE(after, before);
    v1::ListLearnersRequest page;
    page.set_limit(1000);
    EXPECT_EQ(after, List(page));
  }

  bool Update(const std::function<void(v1::UpdateLearnerRequest&)>& fill) {
    v1::UpdateLearnerRequest request;
    request.set_learner_id(id_);
    fill(request);
    return Call(manager_, &v1::Learners::Stub::UpdateLearner, request).ok();
  }
  bool Activate(bool active) {
    v1::UpdateActivationRequest request;
    request.set_learner_id(id_);
    request.set_active(active);
    return Call(manager_, &v1::Learners::Stub::UpdateActivation, request).ok();
  }
  bool Bulk(const std::string& action) {
    v1::BulkChangeLearnersRequest request;
    request.add_learner_ids(id_);
    request.set_action(action);
    return Call(manager_, &v1::Learners::Stub::BulkChangeLearners, request).ok();
  }
  bool Import(const std::string& email, const std::string& fullname) {
    v1::ImportLearnersRequest request;
    v1::ImportLearnersRequest::Row* row = request.add_rows();
    row->set_email(email);
    row->set_fullname(fullname);
    return Call(manager_, &v1::LearnerImport::Stub::ImportLearners, request).ok();
  }
  bool SignUp(const std::string& fullname) {
    return Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner,
                LearnerSignUp("new@academy.test", "secret1", fullname))
        .ok();
  }
  bool Report(const std::string& socket) { return ReportOnline({{id_, socket}}).ok(); }

  Caller manager_;
  std::string id_;
};
INSTANTIATE_TEST_SUITE_P(Engines, WholeListTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(WholeListTest, ShowsWhatManagersChange) {
  ExpectShown([&] { return !ALearner("cyrine@academy.test", "Cyrine").empty(); });
  ExpectShown([&] { return Update([](auto& request) { request.set_fullname("Zaid"); }); });
  ExpectShown([&] { return Update([](auto& request) { request.set_email("zaid@academy.test"); }); });
  ExpectShown([&] { return Update([](auto& request) { request.set_phonenumber("0501234567"); }); });
  ExpectShown([&] { return Update([](auto& request) { request.set_address("Riyadh"); }); });
  ExpectShown([&] { return Activate(false); });
  ExpectShown([&] { return Activate(true); });
  ExpectShown([&] { return Bulk("deactivate"); });
  ExpectShown([&] { return Bulk("activate"); });
  ExpectShown([&] { return Import("dina@academy.test", "Dina"); });
  ExpectShown([&] { return Import("dina@academy.test", "Dina Omar"); });
  ExpectShown([&] { return Bulk("remove"); });
  id_ = ALearner("adam@academy.test", "Adam");
  ExpectShown([&] {
    v1::DeleteLearnerRequest request;
    request.set_learner_id(id_);
    return Call(manager_, &v1::Learners::Stub::DeleteLearner, request).ok();
  });
}

TEST_P(WholeListTest, ShowsWhatLearnersDo) {
  ExpectShown([&] { return SignUp("Layla"); });
  // Nobody confirmed the address, so a new sign-up takes it.
  clock_.Advance(absl::Hours(48));
  ExpectShown([&] { return SignUp("Layla Hassan"); });
  ExpectShown([&] {
    v1::ActivateRequest request;
    request.set_email("new@academy.test");
    request.set_token(ParameterIn(NewestMail().text(), "token"));
    return Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, request).ok();
  });
  std::string token;
  ExpectShown([&] {
    token = Login("new@academy.test").response.client_token();
    return !token.empty();
  });
  ExpectShown([&] { return Login("adam@academy.test").ok(); });
  ExpectShown([&] {
    v1::UpdateProfileRequest request;
    request.set_fullname("Layla Omar");
    request.set_phonenumber("0507654321");
    return Call(CallerOf(token), &v1::Profile::Stub::UpdateProfile, request).ok();
  });
}

TEST_P(WholeListTest, ShowsWhoComesAndGoes) {
  ExpectShown([&] { return Report("one"); });
  ExpectShown([&] { return Report("two"); });
  ExpectShown([&] { return ReportOnline({}).ok(); });
  ExpectShown([&] { return Report("one"); });
}

TEST_P(WholeListTest, HasNoBankDetails) {
  std::string token = Login("adam@academy.test").response.client_token();
  const Strings before = List({});
  v1::UpdateOwnBankRequest request;
  request.set_account_holder("Adam");
  request.set_bank_name("Bank of Adam");
  request.set_iban("SA0380000000608010167519");
  auto updated = Call(CallerOf(token), &v1::Bank::Stub::UpdateOwnBank, request);
  EXPECT_OK(updated);
  EXPECT_EQ(List({}), before);
}

TEST_P(WholeListTest, ShowsWhatChangedWhileTheServiceWasAway) {
  List({});
  Restart();
  ExpectShown([&] { return Update([](auto& request) { request.set_fullname("Zaid"); }); });
}

TEST_P(WholeListTest, IsForManagersOnlyHoweverOftenItWasShown) {
  Caller learner = CallerOf(Login("adam@academy.test").response.client_token());
  EXPECT_EQ(List({}).size(), 2u);
  EXPECT_THAT(Call(learner, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()), HasReason("forbidden"));
  EXPECT_THAT(Call(Anonymous(), &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()),
              HasReason("unauthenticated"));
}

}  // namespace
}  // namespace academy::auth
