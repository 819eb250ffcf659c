// Imports of accounts, and bulk changes of learners.
#include <map>
#include <string>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

using Stub = v1::Learners::Stub;
using Rows = std::vector<std::string>;

class LearnerImportTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
  }

  static v1::ImportLearnersRequest::Row Row(const std::string& email, const std::string& fullname = "",
                                            const std::string& password = "") {
    v1::ImportLearnersRequest::Row row;
    row.set_email(email);
    row.set_fullname(fullname);
    row.set_password(password);
    return row;
  }
  Reply<v1::ImportLearnersResponse> Import(const std::vector<v1::ImportLearnersRequest::Row>& rows,
                                           bool dry_run = false) {
    v1::ImportLearnersRequest request;
    for (const auto& row : rows) *request.add_rows() = row;
    request.set_dry_run(dry_run);
    return Call(manager_, &v1::LearnerImport::Stub::ImportLearners, request);
  }
  static Rows Outcomes(const Reply<v1::ImportLearnersResponse>& answer) {
    EXPECT_OK(answer);
    Rows outcomes;
    for (const auto& row : answer.response.rows()) {
      outcomes.push_back(row.outcome());
      for (const auto& refusal : row.refusals()) outcomes.back() += " " + refusal.field() + " " + refusal.code();
    }
    return outcomes;
  }
  Reply<v1::BulkChangeLearnersResponse> Change(const Rows& ids, const std::string& action) {
    v1::BulkChangeLearnersRequest request;
    request.mutable_learner_ids()->Assign(ids.begin(), ids.end());
    request.set_action(action);
    return Call(manager_, &v1::Learners::Stub::BulkChangeLearners, request);
  }
  Reply<v1::ListLearnersResponse> Fetch(const v1::ListLearnersRequest& request) {
    return Call(manager_, &v1::Learners::Stub::ListLearners, request);
  }
  Rows Emails(const v1::ListLearnersRequest& request) {
    Rows emails;
    auto fetched = Fetch(request);
    for (const v1::Learner& learner : fetched.response.result()) emails.push_back(learner.email());
    return emails;
  }
  // Returns the actions of the audit trail, newest first.
  Rows Actions() {
    v1::ListEventsRequest request;
    auto answer = Call(manager_, &v1::Audit::Stub::ListEvents, request);
    Rows actions;
    for (const auto& event : answer.response.result()) actions.push_back(event.action());
    return actions;
  }

  Caller manager_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerImportTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerImportTest, EachRowIsForItself) {
  ALearner("known@academy.test", "Layla");
  auto answer = Import({Row("new@academy.test", "Nora"), Row("KNOWN@academy.test", "Layla Hassan"),
                        Row("known@academy.test"), Row("nameless@academy.test"), Row("nowhere", "Nobody"),
                        Row("short@academy.test", "Short", "abc"), Row("new@academy.test", "Nora")});
  EXPECT_EQ(Outcomes(answer),
            (Rows{"created", "updated", "unchanged", "refused fullname required", "refused email email_invalid",
                  "refused password password_too_short", "unchanged"}));
  EXPECT_EQ(answer.response.rows(0).learner_id(), answer.response.rows(6).learner_id());
  EXPECT_EQ(answer.response.rows(1).fullname(), "Layla Hassan");
  auto all = Fetch({});
  EXPECT_EQ(Emails({}), (Rows{"known@academy.test", "new@academy.test"}));
  EXPECT_TRUE(all.response.result(1).active() && all.response.result(1).activated());
}

TEST_P(LearnerImportTest, TheSameRowsAgainChangeNothing) {
  std::vector<v1::ImportLearnersRequest::Row> rows = {Row("a@academy.test", "A", "secret1"),
                                                      Row("b@academy.test", "B")};
  EXPECT_EQ(Outcomes(Import(rows)), (Rows{"created", "created"}));
  std::string token = Login("a@academy.test").response.client_token();
  int64_t events = static_cast<int64_t>(Events().size());
  Rows actions = Actions();
  auto again = Import(rows);
  EXPECT_EQ(Outcomes(again), (Rows{"unchanged", "unchanged"}));
  EXPECT_EQ(again.response.feed_position(), 0);
  EXPECT_EQ(ReasonOf(token), "");
  EXPECT_EQ(static_cast<int64_t>(Events().size()), events);
  EXPECT_EQ(Actions(), actions);
}

TEST_P(LearnerImportTest, EachOfManyHasTheirOwnPassword) {
  std::vector<v1::ImportLearnersRequest::Row> rows;
  for (const char* who : {"a", "b", "c", "d", "e", "f"}) {
    rows.push_back(Row(std::string(who) + "@academy.test", who, std::string("secret-") + who));
  }
  EXPECT_EQ(Outcomes(Import(rows)), Rows(rows.size(), "created"));
  for (const auto& row : rows) EXPECT_OK(Login(row.email(), row.password())) << row.email();
  EXPECT_THAT(Login("a@academy.test", "secret-b"), HasReason("wrong_password"));
}

TEST_P(LearnerImportTest, ANewPasswordEndsTheSessionAndIsTold) {
  ALearner("a@academy.test", "A");
  std::string token = Login("a@academy.test").response.client_token();
  int mails = MailCount();
  auto answer = Import({Row("a@academy.test", "", "another1")});
  EXPECT_EQ(Outcomes(answer), Rows{"updated"});
  EXPECT_EQ(ReasonOf(token), "password_changed");
  EXPECT_GT(answer.response.feed_position(), 0);
  EXPECT_EQ(MailCount(), mails + 1);
  EXPECT_OK(Login("a@academy.test", "another1"));
}

TEST_P(LearnerImportTest, ADryRunTellsTheSameAndChangesNothing) {
  ALearner("known@academy.test", "Layla");
  std::vector<v1::ImportLearnersRequest::Row> rows = {Row("new@academy.test", "Nora"), Row("new@academy.test"),
                                                      Row("known@academy.test", "L"), Row("nameless@academy.test"),
                                                      Row("known@academy.test", "L")};
  Rows actions = Actions();
  Rows foreseen = Outcomes(Import(rows, /*dry_run=*/true));
  EXPECT_EQ(Emails({}), Rows{"known@academy.test"});
  EXPECT_EQ(Actions(), actions);
  EXPECT_EQ(foreseen, (Rows{"created", "unchanged", "updated", "refused fullname required", "unchanged"}));
  EXPECT_EQ(Outcomes(Import(rows)), foreseen);

  v1::ImportLearnersRequest::Row later = Row("later@academy.test");
  later.set_foreseen(true);
  EXPECT_EQ(Outcomes(Import({later}, /*dry_run=*/true)), Rows{"unchanged"});
}

TEST_P(LearnerImportTest, WhoHasNoPasswordSetsOneByRecovery) {
  Import({Row("a@academy.test", "A")});
  EXPECT_THAT(Login("a@academy.test", "secret1"), HasReason("wrong_password"));
  v1::ForgotPasswordRequest forgot;
  forgot.set_email("a@academy.test");
  auto asked = Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot);
  ASSERT_OK(asked);
  v1::VerifyRecoveryCodeRequest verify;
  verify.set_handle(asked.response.result().handle());
  verify.set_code(CodeIn(NewestMail().text()));
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, verify));
  v1::ResetPasswordRequest reset;
  reset.set_handle(verify.handle());
  reset.set_password("secret1");
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, reset));
  EXPECT_OK(Login("a@academy.test", "secret1"));
  // Importing the file without passwords keeps the new one.
  EXPECT_EQ(Outcomes(Import({Row("a@academy.test", "A")})), Rows{"unchanged"});
  EXPECT_OK(Login("a@academy.test", "secret1"));
}

TEST_P(LearnerImportTest, OnlyManagersImportAndChangeMany) {
  std::string id = ALearner();
  Caller learner = CallerOf(Login("learner@academy.test").response.client_token());
  EXPECT_THAT(Call(learner, &v1::LearnerImport::Stub::ImportLearners, v1::ImportLearnersRequest()),
              HasReason("forbidden"));
  v1::BulkChangeLearnersRequest change;
  change.add_learner_ids(id);
  change.set_action("remove");
  EXPECT_THAT(Call(learner, &v1::Learners::Stub::BulkChangeLearners, change), HasReason("forbidden"));
  EXPECT_EQ(Emails({}), Rows{"learner@academy.test"});
}

TEST_P(LearnerImportTest, ManyAreChangedAllOrNone) {
  Rows ids = {ALearner("a@academy.test", "A"), ALearner("b@academy.test", "B")};
  std::string token = Login("a@academy.test").response.client_token();
  auto refused = Change({ids[0], "nobody", ids[1]}, "deactivate");
  EXPECT_THAT(refused, HasReason("user_not_found"));
  EXPECT_NE(refused.message().find("nobody"), std::string::npos);
  EXPECT_EQ(ReasonOf(token), "");

  auto changed = Change({ids[0], ids[1], ids[0]}, "deactivate");
  EXPECT_EQ(changed.response.changed(), 2);
  EXPECT_GT(changed.feed_position, 0);
  EXPECT_EQ(ReasonOf(token), "deactivated");
  Rows actions = Actions();
  EXPECT_EQ(Rows(actions.begin(), actions.begin() + 2), (Rows{"learner.deactivated", "learner.deactivated"}));
  EXPECT_EQ(Change(ids, "deactivate").response.changed(), 0);
  EXPECT_EQ(Actions(), actions) << "what is so already is no event";

  EXPECT_EQ(Change(ids, "activate").response.changed(), 2);
  token = Login("b@academy.test").response.client_token();
  EXPECT_EQ(Change(ids, "sign-out").response.changed(), 1);
  EXPECT_EQ(ReasonOf(token), "signed_out_by_manager");
  EXPECT_EQ(Change(ids, "remove").response.changed(), 2);
  EXPECT_EQ(Emails({}), Rows{});
}

TEST_P(LearnerImportTest, AChangeOfManyNeedsLearnersAndAnActionThatIsKnown) {
  std::string id = ALearner();
  auto codes = [&](const Rows& ids, const std::string& action) {
    Rows fields;
    for (const auto& each : DetailOf(Change(ids, action).status).fields) fields.push_back(each.field + " " + each.code);
    return fields;
  };
  EXPECT_EQ(codes({}, "remove"), Rows{"clientIds required"});
  EXPECT_EQ(codes({id}, ""), Rows{"action required"});
  EXPECT_EQ(codes({id}, "explode"), Rows{"action unknown"});
  EXPECT_EQ(codes(Rows(1001, id), "remove"), Rows{"clientIds too_many"});
}

TEST_P(LearnerImportTest, PagesOfChosenLearnersFollowEachOther) {
  Rows ids;
  std::map<std::string, std::string> online;
  for (int i = 0; i < 6; ++i) {
    ids.push_back(ALearner("u" + std::to_string(i) + "@academy.test", "Name " + std::to_string(i)));
    if (i % 2 == 1) continue;
    online[ids.back()] = "s";
  }
  ASSERT_OK(ReportOnline(online));
  v1::ListLearnersRequest request;
  request.set_online(true);
  request.set_limit(2);
  auto first = Fetch(request);
  EXPECT_EQ(first.response.total(), 3);
  EXPECT_EQ(Emails(request), (Rows{"u0@academy.test", "u2@academy.test"}));
  request.set_cursor(first.response.next_cursor());
  auto rest = Fetch(request);
  EXPECT_EQ(rest.response.total(), 3);
  EXPECT_FALSE(rest.response.has_next_cursor());
  EXPECT_EQ(Emails(request), Rows{"u4@academy.test"});

  v1::ListLearnersRequest offline;
  offline.set_online(false);
  offline.set_sort("-fullname");
  for (int i : {1, 2, 3}) offline.mutable_learner_ids()->add_ids(ids[static_cast<size_t>(i)]);
  EXPECT_EQ(Emails(offline), (Rows{"u3@academy.test", "u1@academy.test"}));
  offline.mutable_learner_ids()->clear_ids();
  EXPECT_EQ(Emails(offline), Rows{});
}

TEST_P(LearnerImportTest, ListsTellConfirmedAddressesFromOthers) {
  ALearner("a@academy.test", "A");
  Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("b@academy.test"));
  v1::ListLearnersRequest request;
  request.set_activated(true);
  EXPECT_EQ(Emails(request), Rows{"a@academy.test"});
  EXPECT_EQ(Fetch(request).response.total(), 1);
  request.set_activated(false);
  EXPECT_EQ(Emails(request), Rows{"b@academy.test"});
  request.set_search("layla");
  EXPECT_EQ(Fetch(request).response.total(), 1);
  v1::ListLearnersRequest expiring;
  expiring.set_expiring_within_days(7);
  EXPECT_THAT(Fetch(expiring), HasReason("validation_failed")) << "who they are must be told";
}

}  // namespace
}  // namespace academy::auth
