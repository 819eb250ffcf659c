// The bin of learners, through auth's services.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kDay = absl::Hours(24);
constexpr char kEmail[] = "layla@academy.test";

class LearnerBinTest : public AuthTest {
 protected:
  LearnerBinTest() {
    Start();
    manager_ = AManager();
  }

  void Delete(const std::string& id) {
    v1::DeleteLearnerRequest request;
    request.set_learner_id(id);
    ASSERT_OK(Call(manager_, &v1::Learners::Stub::DeleteLearner, request));
  }
  Reply<v1::RestoreLearnerResponse> Restore(const std::string& id) { return Restore(id, manager_); }
  Reply<v1::RestoreLearnerResponse> Restore(const std::string& id, const Caller& caller) {
    v1::RestoreLearnerRequest request;
    request.set_learner_id(id);
    return Call(caller, &v1::LearnerBin::Stub::RestoreLearner, request);
  }
  Reply<v1::PurgeLearnerResponse> Purge(const std::string& id) { return Purge(id, manager_); }
  Reply<v1::PurgeLearnerResponse> Purge(const std::string& id, const Caller& caller) {
    v1::PurgeLearnerRequest request;
    request.set_learner_id(id);
    return Call(caller, &v1::LearnerBin::Stub::PurgeLearner, request);
  }
  v1::ListBinnedLearnersResponse Bin(int limit = 100, const v1::BinnedLearner& after = {}) {
    v1::ListBinnedLearnersRequest request;
    request.set_limit(limit);
    request.set_before_ms(after.deleted_at_ms());
    request.set_before_id(after.learner_id());
    auto reply = Call(manager_, &v1::LearnerBin::Stub::ListBinnedLearners, request);
    EXPECT_OK(reply);
    return reply.response;
  }
  // What managers see: the learner alone, in each list.
  bool Shown(const std::string& id, const std::string& search) {
    v1::GetLearnerRequest get;
    get.set_learner_id(id);
    bool found = Call(manager_, &v1::Learners::Stub::GetLearner, get).ok();
    v1::ListLearnersRequest whole;
    auto all = Call(manager_, &v1::Learners::Stub::ListLearners, whole);
    EXPECT_EQ(all.response.result_size() > 0, found);
    v1::ListLearnersRequest page;
    page.set_limit(10);
    auto first = Call(manager_, &v1::Learners::Stub::ListLearners, page);
    EXPECT_EQ(first.response.result_size() > 0, found);
    EXPECT_EQ(first.response.total(), found ? 1 : 0);
    page.set_active(true);
    EXPECT_EQ(Call(manager_, &v1::Learners::Stub::ListLearners, page).response.total(), found ? 1 : 0);
    page.set_search(search);
    EXPECT_EQ(Call(manager_, &v1::Learners::Stub::ListLearners, page).response.total(), found ? 1 : 0);
    v1::ListLearnerIdsRequest ids;
    ids.set_binned(true);
    auto listed = Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, ids);
    EXPECT_EQ(listed.response.ids_size(), found ? 1 : 0);
    EXPECT_EQ(listed.response.binned_ids_size(), found ? 0 : 1);
    return found;
  }
  // Lets time be counted, whatever the clock says.
  void Count(absl::Duration time) {
    ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      RaiseCountedMillis(tx.sql(), CountedMillis(tx.sql()) + absl::ToInt64Milliseconds(time));
      return absl::OkStatus();
    }));
  }
  std::string StateOfMailTo(const std::string& person) {
    auto mail = database_->Read([&](soci::session& sql) -> absl::StatusOr<std::optional<MailRecord>> {
      return FindMail(sql, "mail to " + person);
    });
    EXPECT_OK(mail);
    return mail.ok() && mail->has_value() ? (*mail)->state : "";
  }
  bool HasRow(const std::string& id) {
    auto row = database_->Read([&](soci::session& sql) -> absl::StatusOr<bool> {
      return FindLearner(sql, id).has_value() || FindBinnedLearner(sql, id).has_value();
    });
    EXPECT_OK(row);
    return row.value_or(false);
  }

  Caller manager_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnerBinTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(LearnerBinTest, ADeletedLearnerIsInNoListAndCannotSignIn) {
  std::string id = ALearner(kEmail, "Layla Hassan");
  std::string token = Login(kEmail).response.client_token();
  EXPECT_TRUE(Shown(id, "layla"));
  Delete(id);
  EXPECT_FALSE(Shown(id, "layla"));
  EXPECT_EQ(ReasonOf(token), "removed");
  EXPECT_THAT(Login(kEmail), HasReason("user_not_found"));
  EXPECT_THAT(Login(id), HasReason("user_not_found")) << "the address that is stored meanwhile";
  EXPECT_EQ(Events().back().learner_binned().learner_id(), id);
}

TEST_P(LearnerBinTest, ARestoredLearnerIsAsBefore) {
  std::string id = ALearner(kEmail, "Layla Hassan");
  Delete(id);
  Restart();
  ASSERT_OK(Restore(id));
  EXPECT_TRUE(Shown(id, "layla"));
  EXPECT_OK(Login(kEmail)) << "with the same password";
  EXPECT_EQ(Bin().total(), 0);
  EXPECT_THAT(Restore(id), HasReason("bin_item_not_found"));
  bool restored = false;
  for (const v1::Event& event : Events()) restored = restored || event.learner_restored().learner_id() == id;
  EXPECT_TRUE(restored);
}

TEST_P(LearnerBinTest, AWaitingMailToADeletedLearnerIsNotSentNeitherThenNorAfterTheRestore) {
  std::string id = ALearner(kEmail);
  std::string other = ALearner("other@academy.test");
  ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
    for (const std::string& person : {id, other}) {
      InsertMail(tx.sql(), {.id = "mail to " + person, .kind = "recovery", .person_id = person, .text = "text"});
    }
    return absl::OkStatus();
  }));
  Delete(id);
  EXPECT_EQ(StateOfMailTo(id), "failed");
  EXPECT_EQ(StateOfMailTo(other), "waiting");
  v1::ResendMailRequest request;
  request.set_mail_id("mail to " + id);
  EXPECT_FALSE(Call(manager_, &v1::Mailbox::Stub::ResendMail, request).ok());
  ASSERT_OK(Restore(id));
  EXPECT_EQ(StateOfMailTo(id), "failed");
}

TEST_P(LearnerBinTest, TheAddressIsFreeAtOnceAndARestoreWaitsForIt) {
  std::string first = ALearner(kEmail);
  Delete(first);
  std::string second = ALearner(kEmail);
  EXPECT_THAT(Restore(first), HasReason("email_taken"));
  EXPECT_EQ(Bin().total(), 1) << "it stays in the bin";
  Delete(second);
  ASSERT_OK(Restore(first));
  EXPECT_THAT(Restore(second), HasReason("email_taken"));
}

TEST_P(LearnerBinTest, ThePagesOfTheBinFollowEachOther) {
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) ids.push_back(ALearner("l" + std::to_string(i) + "@academy.test"));
  // Some at the same time.
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i % 2 == 0) clock_.Advance(absl::Seconds(1));
    Delete(ids[i]);
  }
  v1::ListBinnedLearnersResponse all = Bin();
  ASSERT_EQ(all.learners_size(), 5);
  EXPECT_EQ(all.total(), 5);
  EXPECT_EQ(all.learners(0).learner_id(), ids[4]) << "last deleted first";
  EXPECT_EQ(all.learners(0).deleted_by(), "Mona Saleh");
  EXPECT_EQ(all.learners(0).deleted_at_ms(), clock_.Now());
  EXPECT_EQ(all.learners(0).purge_at_ms(), clock_.Now() + absl::ToInt64Milliseconds(30 * kDay));
  v1::BinnedLearner last;
  for (int i = 0; i < 5; ++i) {
    v1::ListBinnedLearnersResponse page = Bin(1, last);
    ASSERT_EQ(page.learners_size(), 1);
    EXPECT_EQ(page.total(), 5);
    last = page.learners(0);
    EXPECT_EQ(last.learner_id(), all.learners(i).learner_id());
  }
  EXPECT_EQ(Bin(1, last).learners_size(), 0);
}

TEST_P(LearnerBinTest, APurgedLearnerIsGoneForGood) {
  std::string id = ALearner(kEmail);
  EXPECT_THAT(Purge(id), HasReason("bin_item_not_found")) << "only from the bin";
  Delete(id);
  ASSERT_OK(Purge(id));
  EXPECT_FALSE(HasRow(id));
  EXPECT_EQ(Events().back().learner_removed().learner_id(), id);
  EXPECT_THAT(Restore(id), HasReason("bin_item_not_found"));
}

TEST_P(LearnerBinTest, OnlyOwnersWithARecentSignInEmptyTheBin) {
  std::string id = ALearner(kEmail);
  Delete(id);
  Caller other = AManager("manager2@academy.test", Role::kManager);
  EXPECT_THAT(Purge(id, other), HasReason("role_not_allowed"));
  Caller support = AManager("support@academy.test", Role::kSupport);
  EXPECT_THAT(Restore(id, support), HasReason("role_not_allowed"));
  clock_.Advance(absl::Minutes(16));
  EXPECT_THAT(Purge(id), HasReason("reauthentication_required"));
  EXPECT_OK(Restore(id, other));
}

TEST_P(LearnerBinTest, TheBinIsEmptiedAfterThirtyCountedDays) {
  std::string id = ALearner(kEmail);
  Delete(id);
  Count(30 * kDay - absl::Hours(1));
  ASSERT_OK(auth_->PurgeBin());
  EXPECT_TRUE(HasRow(id));
  Count(absl::Hours(2));
  ASSERT_OK(auth_->PurgeBin());
  EXPECT_FALSE(HasRow(id));
  EXPECT_EQ(Events().back().learner_removed().learner_id(), id);
}

TEST_P(LearnerBinTest, AClockThatJumpsEmptiesNothing) {
  std::string id = ALearner(kEmail);
  Delete(id);
  for (absl::Duration jump : {8 * kDay, 365 * kDay, -30 * kDay}) {
    clock_.Advance(jump);
    ASSERT_OK(auth_->PurgeBin());
  }
  EXPECT_TRUE(HasRow(id));
}

TEST_P(LearnerBinTest, WhoIsDeletedAgainStaysForTheWholeTerm) {
  std::string id = ALearner(kEmail);
  Delete(id);
  Count(29 * kDay);
  ASSERT_OK(Restore(id));
  Delete(id);
  Count(2 * kDay);
  ASSERT_OK(auth_->PurgeBin());
  EXPECT_TRUE(HasRow(id));
}

TEST_P(LearnerBinTest, TheTrailTellsWhoDeletedRestoredAndPurged) {
  std::string id = ALearner(kEmail);
  Delete(id);
  ASSERT_OK(Restore(id));
  Delete(id);
  ASSERT_OK(Purge(id));
  v1::ListEventsRequest request;
  request.set_limit(4);
  auto events = Call(manager_, &v1::Audit::Stub::ListEvents, request);
  ASSERT_OK(events);
  std::vector<std::string> actions;
  for (const v1::AuditEvent& event : events.response.result()) actions.push_back(event.action());
  EXPECT_EQ(actions,
            (std::vector<std::string>{"learner.purged", "learner.removed", "learner.restored", "learner.removed"}));
}

}  // namespace
}  // namespace academy::auth
