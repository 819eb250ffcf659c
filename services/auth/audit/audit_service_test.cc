// The calls of the audit trail, through a real server.
#include <gtest/gtest.h>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class AuditServiceTest : public AuthTest {
 protected:
  AuditServiceTest() { Start(); }

  Reply<v1::ListEventsResponse> Fetch(const v1::ListEventsRequest& request, const Caller& caller) {
    return Call(caller, &v1::Audit::Stub::ListEvents, request);
  }
  std::vector<v1::AuditEvent> Find(const v1::ListEventsRequest& request = {}) {
    auto fetched = Fetch(request, Reader());
    EXPECT_OK(fetched);
    return {fetched.response.result().begin(), fetched.response.result().end()};
  }
  Reply<v1::AppendEventsResponse> Append(const std::vector<v1::AuditEvent>& events, const Caller& caller) {
    v1::AppendEventsRequest request;
    for (const v1::AuditEvent& event : events) *request.add_events() = event;
    return Call(caller, &v1::Audit::Stub::AppendEvents, request);
  }
  static Caller Reader() {
    return {.kind = CallerKind::kManager, .id = "reader", .session_id = "none", .role = Role::kManager};
  }

  v1::AuditEvent Event(const std::string& id, UnixMillis at, const std::string& action = "assignment.created") {
    v1::AuditEvent event;
    event.set_id(id);
    event.set_at(FormatTime(at));
    event.mutable_actor()->set_kind("manager");
    event.mutable_actor()->set_id("m1");
    event.set_action(action);
    event.mutable_subject()->set_kind("assignment");
    event.mutable_subject()->set_id("a-" + id);
    (*event.mutable_details())["learnerId"] = "l1";
    (*event.mutable_details())["courseId"] = "c1";
    return event;
  }

  static std::vector<std::string> Ids(const std::vector<v1::AuditEvent>& events) {
    std::vector<std::string> ids;
    for (const v1::AuditEvent& event : events) ids.push_back(event.id());
    return ids;
  }
  using Strings = std::vector<std::string>;
};

TEST_P(AuditServiceTest, OnlyManagersAndServicesRead) {
  EXPECT_THAT(Fetch({}, Anonymous()), StatusIs(absl::StatusCode::kUnauthenticated));
  Caller learner{.kind = CallerKind::kLearner, .id = "l1", .session_id = "s"};
  EXPECT_THAT(Fetch({}, learner), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_OK(Fetch({}, Service()));
  EXPECT_OK(Fetch({}, Reader()));
}

TEST_P(AuditServiceTest, OnlyServicesAppend) {
  EXPECT_THAT(Append({Event("e1", 1)}, Reader()), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(Append({Event("e1", 1)}, Anonymous()), StatusIs(absl::StatusCode::kUnauthenticated));
  EXPECT_OK(Append({Event("e1", 1)}, Service("catalog")));
}

TEST_P(AuditServiceTest, RepeatedEventsArePassedOver) {
  ASSERT_OK(Append({Event("e1", 1), Event("e2", 2)}, Service("catalog")));
  ASSERT_OK(Append({Event("e1", 1), Event("e2", 2), Event("e3", 3), Event("e3", 3)}, Service("catalog")));
  EXPECT_EQ(Ids(Find()), (Strings{"e3", "e2", "e1"}));
  EXPECT_EQ(Find().front().position(), 3);
}

TEST_P(AuditServiceTest, EventsThatCannotBeReadAreRefusedAllTogether) {
  auto refused = [&](auto change) {
    v1::AuditEvent event = Event("bad", 5);
    change(event);
    auto answer = Append({Event("good", 4), event}, Service("catalog"));
    EXPECT_THAT(answer, HasReason("validation_failed"));
    return answer.ok() || DetailOf(answer.status).fields.empty() ? "" : DetailOf(answer.status).fields.front().field;
  };
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.clear_id(); }), "events[1]._id");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_at("yesterday"); }), "events[1].at");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_action("Created"); }), "events[1].action");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.mutable_actor()->set_kind("god"); }), "events[1].actor.kind");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.mutable_subject()->set_kind(""); }), "events[1].subject.kind");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_remote_address("a\nb"); }), "events[1].peer");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_device(std::string(401, 'a')); }), "events[1].device");
  EXPECT_TRUE(Find().empty());
  std::vector<v1::AuditEvent> many(1001, Event("e", 1));
  EXPECT_THAT(Append(many, Service("catalog")), HasReason("validation_failed"));
}

TEST_P(AuditServiceTest, PagesGoFromTheNewestToTheOldest) {
  std::vector<v1::AuditEvent> events;
  for (int i = 0; i < 10; ++i) events.push_back(Event("e" + std::to_string(i), 1000 + i / 2));
  ASSERT_OK(Append(events, Service("catalog")));
  Strings seen;
  v1::ListEventsRequest request;
  request.set_limit(3);
  int pages = 0;
  while (true) {
    auto page = Fetch(request, Reader());
    ASSERT_OK(page);
    ++pages;
    for (const v1::AuditEvent& event : page.response.result()) seen.push_back(event.id());
    if (!page.response.has_next_cursor()) break;
    request.set_cursor(page.response.next_cursor());
    // Events appended meanwhile do not shift the pages.
    ASSERT_OK(Append({Event("new" + std::to_string(pages), 5000)}, Service("catalog")));
  }
  EXPECT_EQ(pages, 4);
  EXPECT_EQ(seen, (Strings{"e9", "e8", "e7", "e6", "e5", "e4", "e3", "e2", "e1", "e0"}));
}

TEST_P(AuditServiceTest, FiltersNarrowTheList) {
  UnixMillis noon = *ParseTime("2026-06-15T12:00:00Z");
  v1::AuditEvent other = Event("e3", noon + 2000, "course.created");
  other.mutable_actor()->set_id("m2");
  other.mutable_subject()->set_kind("course");
  other.mutable_subject()->set_id("c1");
  other.clear_details();
  v1::AuditEvent removed = Event("e2", noon + 1000, "assignment.removed");
  (*removed.mutable_details())["learnerId"] = "l2";
  ASSERT_OK(Append({Event("e1", noon), removed, other}, Service("catalog")));

  auto find = [&](auto set) {
    v1::ListEventsRequest request;
    set(request);
    return Ids(Find(request));
  };
  using Request = v1::ListEventsRequest;
  EXPECT_EQ(find([](Request& r) { r.set_actor_id("m2"); }), Strings{"e3"});
  EXPECT_EQ(find([](Request& r) { r.set_actor_id("nobody"); }), Strings{});
  EXPECT_EQ(find([](Request& r) { r.set_subject_id("a-e1"); }), Strings{"e1"});
  EXPECT_EQ(find([](Request& r) { r.set_subject_id("l2"); }), Strings{"e2"});
  EXPECT_EQ(find([](Request& r) { r.set_subject_id("c1"); }), (Strings{"e3", "e2", "e1"}));
  EXPECT_EQ(find([](Request& r) { r.set_action("assignment."); }), (Strings{"e2", "e1"}));
  EXPECT_EQ(find([](Request& r) { r.set_action("assignment.removed"); }), Strings{"e2"});
  EXPECT_EQ(find([](Request& r) { r.set_action("assign."); }), Strings{});
  EXPECT_EQ(find([](Request& r) { r.set_from("2026-06-15T12:00:01Z"); }), (Strings{"e3", "e2"}));
  EXPECT_EQ(find([](Request& r) { r.set_to("2026-06-15T12:00:01Z"); }), (Strings{"e2", "e1"}));
  EXPECT_EQ(find([](Request& r) { r.set_from("2026-06-15"), r.set_to("2026-06-15"); }), (Strings{"e3", "e2", "e1"}));
  EXPECT_EQ(find([](Request& r) { r.set_from("2026-06-16"); }), Strings{});
  EXPECT_EQ(find([](Request& r) { r.set_to("2026-06-14"); }), Strings{});
  EXPECT_EQ(find([](Request& r) { r.set_subject_id("c1"), r.set_actor_id("m1"), r.set_action("assignment."); }),
            (Strings{"e2", "e1"}));
  EXPECT_EQ(find([](Request& r) { r.set_actor_id(""), r.set_action(""), r.set_from(""); }).size(), 3u);
}

TEST_P(AuditServiceTest, FiltersThatCannotBeReadAreRefused) {
  auto refused = [&](auto set) {
    v1::ListEventsRequest request;
    set(request);
    auto answer = Fetch(request, Reader());
    EXPECT_THAT(answer, HasReason("validation_failed"));
    return answer.ok() || DetailOf(answer.status).fields.empty() ? "" : DetailOf(answer.status).fields.front().field;
  };
  using Request = v1::ListEventsRequest;
  EXPECT_EQ(refused([](Request& r) { r.set_from("tomorrow"); }), "from");
  EXPECT_EQ(refused([](Request& r) { r.set_to("2026-02-30"); }), "to");
  EXPECT_EQ(refused([](Request& r) { r.set_to("2026-6-1"); }), "to");
  EXPECT_EQ(refused([](Request& r) { r.set_limit(0); }), "limit");
  EXPECT_EQ(refused([](Request& r) { r.set_limit(1001); }), "limit");
  EXPECT_EQ(refused([](Request& r) { r.set_action("learner"); }), "action");
  EXPECT_EQ(refused([](Request& r) { r.set_action("learner.'; DROP"); }), "action");
  EXPECT_EQ(refused([](Request& r) { r.set_cursor("%%%"); }), "cursor");
  EXPECT_EQ(refused([](Request& r) { r.set_cursor(Base64Url("12")); }), "cursor");
}

TEST_P(AuditServiceTest, NamesOfPeopleAreFilledIn) {
  Caller manager = AManager();
  std::string learner = ALearner();
  v1::AuditEvent event = Event("e1", clock_.Now() + 1);
  event.mutable_actor()->set_id(manager.id);
  (*event.mutable_details())["learnerId"] = learner;
  ASSERT_OK(Append({event}, Service("catalog")));
  v1::AuditEvent found = Find().front();
  EXPECT_EQ(found.actor().name(), "Mona Saleh");
  EXPECT_EQ(found.details().at("learnerName"), "Layla Hassan");
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditServiceTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::auth
