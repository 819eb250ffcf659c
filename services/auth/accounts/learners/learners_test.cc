#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

using Stub = v1::Learners::Stub;

class LearnersTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
  }

  std::vector<std::string> Names(const v1::ListLearnersRequest& request) {
    auto answer = Call(manager_, &v1::Learners::Stub::ListLearners, request);
    EXPECT_OK(answer);
    std::vector<std::string> names;
    for (const v1::Learner& learner : answer.response.result()) names.push_back(learner.fullname());
    return names;
  }
  std::vector<std::string> Search(const std::string& text) {
    v1::ListLearnersRequest request;
    request.set_search(text);
    return Names(request);
  }

  Caller manager_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LearnersTest, testing::ValuesIn(TestEngines()), EngineName);

using Names_ = std::vector<std::string>;

TEST_P(LearnersTest, CreatedLearnersAreActiveActivatedAndOffline) {
  v1::CreateLearnerRequest request;
  request.set_email("Layla@academy.test");
  request.set_password("secret1");
  request.set_fullname("Layla");
  request.set_phonenumber("0501234567");
  request.set_address("Riyadh");
  auto created = Call(manager_, &v1::Learners::Stub::CreateLearner, request);
  ASSERT_OK(created);
  const v1::Learner& learner = created.response.result();
  EXPECT_TRUE(learner.active());
  EXPECT_TRUE(learner.activated());
  EXPECT_EQ(learner.status(), "offline");
  EXPECT_FALSE(learner.has_socket_id());
  EXPECT_FALSE(learner.has_last_login());
  EXPECT_EQ(learner.created_at(), FormatTime(clock_.Now()));
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::CreateLearner, request), HasReason("email_taken"));
  EXPECT_OK(Login("layla@academy.test"));
}

TEST_P(LearnersTest, OnlyManagersMayChangeLearners) {
  ALearner();
  Caller learner = CallerOf(Login("learner@academy.test").response.client_token());
  v1::DeleteLearnerRequest remove;
  remove.set_learner_id(learner.id);
  EXPECT_THAT(Call(learner, &v1::Learners::Stub::DeleteLearner, remove), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(Call(Anonymous(), &v1::Learners::Stub::DeleteLearner, remove),
              StatusIs(absl::StatusCode::kUnauthenticated));
  EXPECT_THAT(Call(learner, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()), HasReason("forbidden"));
  EXPECT_THAT(Call(learner, &v1::LearnerLookup::Stub::BatchGetLearners, v1::BatchGetLearnersRequest()),
              HasReason("forbidden"));
  EXPECT_THAT(Call(manager_, &v1::Online::Stub::ReportOnline, v1::ReportOnlineRequest()), HasReason("forbidden"));
}

TEST_P(LearnersTest, TheWholeListIsByNameAndHasNoPagingFields) {
  ALearner("c@academy.test", "Cyrine");
  ALearner("a@academy.test", "adam");
  ALearner("b@academy.test", "Badr");
  EXPECT_EQ(Names({}), (Names_{"adam", "Badr", "Cyrine"}));
  auto answer = Call(manager_, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest());
  EXPECT_FALSE(answer.response.has_total());
  EXPECT_FALSE(answer.response.has_next_cursor());
}

TEST_P(LearnersTest, OneIsFetchedByItsIdAndNobodyElseIs) {
  v1::GetLearnerRequest request;
  request.set_learner_id(ALearner("a@academy.test", "Adam"));
  auto answer = Call(manager_, &v1::Learners::Stub::GetLearner, request);
  ASSERT_OK(answer);
  EXPECT_EQ(answer.response.result().fullname(), "Adam");
  EXPECT_EQ(answer.response.result().status(), "offline");
  request.set_learner_id("nobody");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::GetLearner, request), HasReason("user_not_found"));
}

TEST_P(LearnersTest, PagesFollowEachOtherInEveryOrder) {
  for (int i = 0; i < 7; ++i) {
    clock_.Advance(absl::Seconds(1));
    ALearner("u" + std::to_string(i % 4) + std::to_string(i) + "@academy.test", "Name " + std::to_string(9 - i));
  }
  for (std::string sort : {"fullname", "-fullname", "email", "-email", "createdAt", "-createdAt", "lastLogin"}) {
    v1::ListLearnersRequest whole;
    whole.set_sort(sort);
    whole.set_limit(1000);
    Names_ expected = Names(whole);
    ASSERT_EQ(expected.size(), 7u) << sort;
    Names_ collected;
    v1::ListLearnersRequest page;
    page.set_sort(sort);
    page.set_limit(3);
    while (true) {
      auto answer = Call(manager_, &v1::Learners::Stub::ListLearners, page);
      ASSERT_OK(answer);
      EXPECT_EQ(answer.response.total(), 7);
      for (const v1::Learner& learner : answer.response.result()) collected.push_back(learner.fullname());
      if (!answer.response.has_next_cursor()) break;
      page.set_cursor(answer.response.next_cursor());
    }
    EXPECT_EQ(collected, expected) << sort;
  }
}

TEST_P(LearnersTest, PagingRefusesWhatItDoesNotKnow) {
  v1::ListLearnersRequest request;
  request.set_sort("password");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::ListLearners, request), HasReason("validation_failed"));
  request.clear_sort();
  request.set_limit(0);
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::ListLearners, request), HasReason("validation_failed"));
  request.set_limit(5);
  request.set_cursor("nonsense");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::ListLearners, request), HasReason("validation_failed"));
}

TEST_P(LearnersTest, SearchFoldsArabicFormsCaseAndDigits) {
  ALearner("a@academy.test", "أحمد الفاطمة");
  ALearner("b@academy.test", "هدى مصطفى");
  ALearner("khalid.omar@school.test", "Khalid Omár");
  EXPECT_EQ(Search("احمد"), (Names_{"أحمد الفاطمة"}));
  EXPECT_EQ(Search("إحْمَـد"), (Names_{"أحمد الفاطمة"}));
  EXPECT_EQ(Search("فاطمه"), (Names_{"أحمد الفاطمة"}));
  EXPECT_EQ(Search("مصطفي هدي"), (Names_{"هدى مصطفى"}));
  EXPECT_EQ(Search("OMAR"), (Names_{"Khalid Omár"}));
  EXPECT_EQ(Search("khalid.omar@school"), (Names_{"Khalid Omár"}));
  EXPECT_EQ(Search("khalid nobody"), Names_{});
  EXPECT_EQ(Search("").size(), 3u);
}

TEST_P(LearnersTest, SearchFindsPhonesByTheirEndingInEitherDigits) {
  std::string id = ALearner("a@academy.test", "Adam");
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_phonenumber("+966 50 123 4567");
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateLearner, update));
  EXPECT_EQ(Search("4567"), (Names_{"Adam"}));
  EXPECT_EQ(Search("٤٥٦٧"), (Names_{"Adam"}));
  EXPECT_EQ(Search("+966 50"), (Names_{"Adam"}));
  EXPECT_EQ(Search("9999"), Names_{});
}

TEST_P(LearnersTest, ActiveFilterCountsAndLists) {
  ALearner("a@academy.test", "Adam");
  std::string id = ALearner("b@academy.test", "Badr");
  v1::UpdateActivationRequest deactivate;
  deactivate.set_learner_id(id);
  deactivate.set_active(false);
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateActivation, deactivate));
  v1::ListLearnersRequest request;
  request.set_active(false);
  EXPECT_EQ(Names(request), (Names_{"Badr"}));
  request.set_active(true);
  EXPECT_EQ(Names(request), (Names_{"Adam"}));
}

TEST_P(LearnersTest, DeactivationEndsTheSessionAndActivationConfirmsTheAddress) {
  std::string id = ALearner("a@academy.test", "Adam");
  std::string token = Login("a@academy.test").response.client_token();
  v1::UpdateActivationRequest request;
  request.set_learner_id(id);
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::UpdateActivation, request), HasReason("validation_failed"));
  request.set_active(false);
  auto off = Call(manager_, &v1::Learners::Stub::UpdateActivation, request);
  ASSERT_OK(off);
  EXPECT_FALSE(off.response.result().active());
  EXPECT_EQ(ReasonOf(token), "deactivated");
  EXPECT_EQ(Events().back().position(), off.feed_position);

  Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("new@academy.test"));
  v1::ListLearnersRequest search;
  search.set_search("new@academy.test");
  auto found = Call(manager_, &v1::Learners::Stub::ListLearners, search);
  ASSERT_EQ(found.response.result_size(), 1);
  EXPECT_FALSE(found.response.result(0).activated());
  request.set_learner_id(found.response.result(0).id());
  request.set_active(true);
  EXPECT_TRUE(Call(manager_, &v1::Learners::Stub::UpdateActivation, request).response.result().activated());
  EXPECT_OK(Login("new@academy.test"));
}

TEST_P(LearnersTest, UpdateChangesWhatIsThereAndAPasswordEndsTheSession) {
  std::string id = ALearner("a@academy.test", "Adam");
  ALearner("b@academy.test", "Badr");
  std::string token = Login("a@academy.test").response.client_token();
  v1::UpdateLearnerRequest request;
  request.set_learner_id(id);
  request.set_email("B@academy.test");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::UpdateLearner, request), HasReason("email_taken"));
  request.set_email("c@academy.test");
  request.set_fullname("Adam Ali");
  auto updated = Call(manager_, &v1::Learners::Stub::UpdateLearner, request);
  ASSERT_OK(updated);
  EXPECT_EQ(updated.response.message(), "User updated successfully");
  EXPECT_EQ(ReasonOf(token), "") << "without a password the session goes on";
  EXPECT_EQ(Search("ali"), (Names_{"Adam Ali"}));
  EXPECT_THAT(Login("a@academy.test"), HasReason("user_not_found"));
  token = Login("c@academy.test").response.client_token();
  request.set_password("secret2");
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateLearner, request));
  EXPECT_EQ(ReasonOf(token), "password_changed");

  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id(id);
  reset.set_password("secret3");
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateLearnerPassword, reset));
  EXPECT_OK(Login("c@academy.test", "secret3"));
  reset.set_learner_id("unknown");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::UpdateLearnerPassword, reset), HasReason("user_not_found"));
}

TEST_P(LearnersTest, RemovalEndsTheSessionAndTellsTheFeed) {
  std::string id = ALearner("a@academy.test", "Adam");
  std::string token = Login("a@academy.test").response.client_token();
  v1::DeleteLearnerRequest request;
  request.set_learner_id(id);
  auto removed = Call(manager_, &v1::Learners::Stub::DeleteLearner, request);
  ASSERT_OK(removed);
  EXPECT_EQ(ReasonOf(token), "removed");
  std::vector<v1::Event> events = Events();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].session_ended().reason(), "removed");
  EXPECT_EQ(events[1].learner_binned().learner_id(), id);
  EXPECT_EQ(events[1].position(), removed.feed_position);
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::DeleteLearner, request), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_EQ(Search("adam"), Names_{});
}

TEST_P(LearnersTest, BatchGetKeepsTheOrderAndLeavesUnknownOut) {
  std::string a = ALearner("a@academy.test", "Adam");
  std::string b = ALearner("b@academy.test", "Badr");
  v1::BatchGetLearnersRequest request;
  request.add_ids(b);
  request.add_ids("unknown");
  request.add_ids(a);
  auto answer = Call(Service(), &v1::LearnerLookup::Stub::BatchGetLearners, request);
  ASSERT_EQ(answer.response.learners_size(), 2);
  EXPECT_EQ(answer.response.learners(0).id(), b);
  EXPECT_EQ(answer.response.learners(1).id(), a);
  request.clear_ids();
  request.set_all(true);
  EXPECT_EQ(Call(Service(), &v1::LearnerLookup::Stub::BatchGetLearners, request).response.learners_size(), 2);
}

TEST_P(LearnersTest, ServicesListIdsInAListsOrder) {
  std::string b = ALearner("b@academy.test", "Badr");
  std::string a = ALearner("a@academy.test", "Adam");
  v1::ListLearnerIdsRequest request;
  auto ids = [&] {
    auto answer = Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request);
    return std::vector<std::string>(answer.response.ids().begin(), answer.response.ids().end());
  };
  EXPECT_EQ(ids(), (std::vector<std::string>{a, b}));
  request.set_sort("-fullname");
  EXPECT_EQ(ids(), (std::vector<std::string>{b, a}));
  request.set_search("adam");
  EXPECT_EQ(ids(), std::vector<std::string>{a});
  request.set_active(false);
  EXPECT_TRUE(ids().empty());
  request.set_sort("height");
  EXPECT_THAT(Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request),
              HasReason("validation_failed"));
  EXPECT_THAT(Call(manager_, &v1::LearnerLookup::Stub::ListLearnerIds, request), HasReason("forbidden"));
}

TEST_P(LearnersTest, ServicesListIdsPageByPageAndAmongThoseTheyKnow) {
  std::vector<std::string> all;
  for (const char* name : {"Adam", "Badr", "Cyrine", "Dalal", "Emad"}) {
    all.push_back(ALearner(std::string(name) + "@academy.test", name));
  }
  v1::ListLearnerIdsRequest request;
  request.set_limit(2);
  std::vector<std::string> collected;
  std::vector<int> sizes;
  while (true) {
    auto page = Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request);
    ASSERT_OK(page);
    collected.insert(collected.end(), page.response.ids().begin(), page.response.ids().end());
    sizes.push_back(page.response.ids_size());
    EXPECT_EQ(page.response.total(), sizes.size() == 1 ? 5 : 0);
    if (!page.response.has_next_cursor()) break;
    request.set_cursor(page.response.next_cursor());
  }
  EXPECT_EQ(collected, all);
  EXPECT_EQ(sizes, (std::vector<int>{2, 2, 1}));

  request.clear_cursor();
  request.set_sort("-fullname");
  for (const std::string& id : {all[1], all[4], all[2], std::string("nobody")}) request.mutable_among()->add_ids(id);
  auto page = Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request).response;
  EXPECT_EQ(page.total(), 3);
  EXPECT_THAT(page.ids(), testing::ElementsAre(all[4], all[2]));
  request.set_cursor(page.next_cursor());
  EXPECT_THAT(Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request).response.ids(),
              testing::ElementsAre(all[1]));
  request.set_limit(50'001);
  EXPECT_THAT(Call(Service("enrollment"), &v1::LearnerLookup::Stub::ListLearnerIds, request),
              HasReason("validation_failed"));
}

TEST_P(LearnersTest, ServicesAskWhichIdsAreNobodysOrInTheBin) {
  v1::CheckLearnerIdsRequest request;
  request.add_ids("nobody");
  auto check = [&] { return Call(Service("enrollment"), &v1::LearnerLookup::Stub::CheckLearnerIds, request).response; };
  EXPECT_FALSE(check().any());
  std::string a = ALearner("a@academy.test", "Adam");
  std::string b = ALearner("b@academy.test", "Badr");
  v1::DeleteLearnerRequest deletion;
  deletion.set_learner_id(b);
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::DeleteLearner, deletion));
  request.add_ids(a);
  request.add_ids(b);
  v1::CheckLearnerIdsResponse checked = check();
  EXPECT_TRUE(checked.any());
  EXPECT_THAT(checked.unknown_ids(), testing::ElementsAre("nobody"));
  EXPECT_THAT(checked.binned_ids(), testing::ElementsAre(b));
  EXPECT_THAT(Call(manager_, &v1::LearnerLookup::Stub::CheckLearnerIds, request), HasReason("forbidden"));
  for (int i = 0; i < 10'000; ++i) request.add_ids("more");
  EXPECT_THAT(Call(Service("enrollment"), &v1::LearnerLookup::Stub::CheckLearnerIds, request),
              HasReason("validation_failed"));
}

TEST_P(LearnersTest, ServicesFindLearnersByAddressesAsPeoplePasteThem) {
  std::string a = ALearner("a@academy.test", "Adam");
  v1::FindLearnersByEmailRequest request;
  for (const char* email : {" A@Academy.test ", "nobody@academy.test", "no address"}) request.add_emails(email);
  auto answer = Call(Service("enrollment"), &v1::LearnerLookup::Stub::FindLearnersByEmail, request);
  ASSERT_EQ(answer.response.rows_size(), 3);
  EXPECT_EQ(answer.response.rows(0).learner().id(), a);
  EXPECT_TRUE(answer.response.rows(1).valid());
  EXPECT_FALSE(answer.response.rows(1).has_learner());
  EXPECT_FALSE(answer.response.rows(2).valid());
  EXPECT_THAT(Call(manager_, &v1::LearnerLookup::Stub::FindLearnersByEmail, request), HasReason("forbidden"));
}

TEST_P(LearnersTest, PresencesReportShowsInProfiles) {
  std::string id = ALearner("a@academy.test", "Adam");
  ASSERT_OK(ReportOnline({{id, "socket-1"}}));
  auto shown = Call(manager_, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()).response.result(0);
  EXPECT_EQ(shown.status(), "online");
  EXPECT_EQ(shown.socket_id(), "socket-1");
  ASSERT_OK(ReportOnline({}));
  shown = Call(manager_, &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()).response.result(0);
  EXPECT_EQ(shown.status(), "offline");
}

TEST_P(LearnersTest, SessionsAreFoundByIdTooAndOnlyByServices) {
  ALearner("a@academy.test", "Adam");
  std::string token = Login("a@academy.test").response.client_token();
  Caller learner = CallerOf(token);
  v1::CheckSessionRequest request;
  request.set_session_id(learner.session_id);
  auto checked = Call(Service(), &v1::Sessions::Stub::CheckSession, request);
  ASSERT_OK(checked);
  EXPECT_EQ(checked.response.person_id(), learner.id);
  EXPECT_EQ(checked.response.fullname(), "Adam");
  EXPECT_EQ(checked.response.expires_at_ms(), clock_.Now() + LearnerSessionLimits().idle);
  EXPECT_THAT(Call(learner, &v1::Sessions::Stub::CheckSession, request), HasReason("forbidden"));
  request.set_session_id("unknown");
  EXPECT_THAT(Call(Service(), &v1::Sessions::Stub::CheckSession, request), HasReason("unauthenticated"));
}

}  // namespace
}  // namespace academy::auth
