// The audit trail: what it records, how it is read, and that it shows whatever was done to it.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "services/auth/audit_store.h"
#include "services/auth/audit_trail.h"
#include "services/auth/audit_verification.h"
#include "services/auth/schema.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/common/ids.h"

namespace academy::auth {
namespace {

constexpr char kKey[] = "credential";

// The trail over a database alone.
class AuditTrailTest : public testing::TestWithParam<Engine> {
 protected:
  AuditTrailTest() : database_(GetParam(), Schema()), trail_(clock_, kKey) {}

  absl::Status Record(const std::string& action = "course.created", const std::string& subject = "c1",
                      std::map<std::string, std::string> details = {}) {
    return database_->Write([&](Transaction& tx) {
      trail_.Record(tx, manager_,
                    {.action = action,
                     .subject = {.kind = "course", .id = subject, .name = "Algebra"},
                     .details = std::move(details)});
      return absl::OkStatus();
    });
  }

  void RecordMany(int count) {
    for (int i = 0; i < count; ++i) ASSERT_TRUE(Record("course.created", "c" + std::to_string(i)).ok());
  }

  AuditVerdict Verify(const std::optional<NotedHead>& noted = std::nullopt) {
    auto verdict = VerifyAudit(*database_, kKey, noted);
    EXPECT_TRUE(verdict.ok()) << verdict.status();
    return verdict.value_or(AuditVerdict{.broken_at = -1});
  }

  absl::Status Run(const std::string& statement) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }

  // As somebody would who may do anything to the database.
  void Tamper(const std::vector<std::string>& statements) {
    if (GetParam() == Engine::kSqlite) {
      ASSERT_TRUE(Run("DROP TRIGGER audit_events_no_update").ok());
      ASSERT_TRUE(Run("DROP TRIGGER audit_events_no_delete").ok());
    } else {
      ASSERT_TRUE(Run("DROP TRIGGER audit_events_append_only ON audit_events").ok());
    }
    for (const std::string& statement : statements) ASSERT_TRUE(Run(statement).ok()) << statement;
  }

  std::vector<AuditRecord> Chain() {
    return *database_->Read(
        [](soci::session& sql) -> absl::StatusOr<std::vector<AuditRecord>> { return ReadAuditChain(sql, 0, 1000); });
  }

  const Caller manager_{.kind = CallerKind::kManager,
                        .id = "m1",
                        .session_id = "s1",
                        .request_id = "r1",
                        .peer = "192.0.2.7",
                        .device = "Firefox"};
  FakeClock clock_;
  TestDatabase database_;
  AuditTrail trail_;
};

TEST_P(AuditTrailTest, AnEmptyTrailIsWhole) {
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 0);
}

TEST_P(AuditTrailTest, AnEventSaysWhoDidWhatToWhomWhenAndFromWhere) {
  ASSERT_TRUE(Record("course.updated", "c1", {{"changed", "title,parts"}}).ok());
  std::vector<AuditRecord> events = Chain();
  ASSERT_EQ(events.size(), 1u);
  const AuditRecord& event = events.front();
  EXPECT_EQ(event.position, 1);
  EXPECT_EQ(event.at, clock_.Now());
  EXPECT_EQ(event.actor.kind, "manager");
  EXPECT_EQ(event.actor.id, "m1");
  EXPECT_EQ(event.action, "course.updated");
  EXPECT_EQ(event.subject.id, "c1");
  EXPECT_EQ(event.subject.name, "Algebra");
  EXPECT_EQ(event.peer, "192.0.2.7");
  EXPECT_EQ(event.device, "Firefox");
  EXPECT_EQ(event.request_id, "r1");
  EXPECT_EQ(event.details.at("changed"), "title,parts");
  EXPECT_EQ(event.hash, AuditHash(event, ""));
}

TEST_P(AuditTrailTest, AnEventOfARolledBackChangeIsNotInTheTrail) {
  RecordMany(2);
  EXPECT_FALSE(database_
                   ->Write([&](Transaction& tx) {
                     trail_.Record(tx, manager_, {.action = "course.deleted", .subject = {}});
                     return absl::AbortedError("no");
                   })
                   .ok());
  RecordMany(1);
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 3);
}

TEST_P(AuditTrailTest, TextsAreCutAndCleaned) {
  ASSERT_TRUE(
      Record("course.updated", "c1", {{"note", "line\nbreak\xff"}, {"long", std::string(399, 'a') + "ع"}}).ok());
  AuditRecord event = Chain().front();
  EXPECT_EQ(event.details.at("note"), "line break?");
  EXPECT_EQ(event.details.at("long"), std::string(399, 'a'));
  EXPECT_TRUE(Verify().whole());
}

TEST_P(AuditTrailTest, EventsCanBeNeitherChangedNorDeleted) {
  RecordMany(2);
  EXPECT_FALSE(Run("UPDATE audit_events SET actor_id = 'x'").ok());
  EXPECT_FALSE(Run("DELETE FROM audit_events").ok());
  EXPECT_FALSE(Run("DELETE FROM audit_events WHERE position = 2").ok());
  EXPECT_FALSE(Run("DELETE FROM audit_mentions").ok());
  EXPECT_FALSE(Run("UPDATE audit_mentions SET id = 'x'").ok());
  EXPECT_TRUE(Verify().whole());
}

TEST_P(AuditTrailTest, AChangedEventIsFound) {
  for (const char* column : {"id", "actor_kind", "actor_id", "actor_name", "action", "subject_kind", "subject_id",
                             "subject_name", "peer", "device", "request_id", "hash"}) {
    TestDatabase fresh(GetParam(), Schema());
    for (int i = 0; i < 5; ++i) {
      ASSERT_TRUE(fresh
                      ->Write([&](Transaction& tx) {
                        trail_.Record(tx, manager_, {.action = "course.created", .subject = {}});
                        return absl::OkStatus();
                      })
                      .ok());
    }
    ASSERT_TRUE(fresh
                    ->Write([&](Transaction& tx) {
                      tx.sql() << (GetParam() == Engine::kSqlite
                                       ? "DROP TRIGGER audit_events_no_update"
                                       : "DROP TRIGGER audit_events_append_only ON audit_events");
                      tx.sql() << "UPDATE audit_events SET " << column << " = 'other' WHERE position = 3";
                      return absl::OkStatus();
                    })
                    .ok());
    EXPECT_EQ(VerifyAudit(*fresh, kKey)->broken_at, 3) << column;
  }
}

TEST_P(AuditTrailTest, ChangedDetailsAndTimesAreFound) {
  RecordMany(5);
  Tamper({"UPDATE audit_events SET details = '{\"changed\":\"nothing\"}' WHERE position = 4"});
  EXPECT_EQ(Verify().broken_at, 4);
  ASSERT_TRUE(Run("UPDATE audit_events SET at = at + 1 WHERE position = 2").ok());
  EXPECT_EQ(Verify().broken_at, 2);
}

TEST_P(AuditTrailTest, ARemovedEventIsFound) {
  RecordMany(5);
  Tamper({"DELETE FROM audit_events WHERE position = 3"});
  EXPECT_EQ(Verify().broken_at, 3);
}

TEST_P(AuditTrailTest, ARemovedEventIsFoundWhenTheOthersMoveUp) {
  RecordMany(5);
  Tamper({"DELETE FROM audit_events WHERE position = 3", "UPDATE audit_events SET position = 3 WHERE position = 4",
          "UPDATE audit_events SET position = 4 WHERE position = 5", "UPDATE audit_head SET position = 4"});
  EXPECT_EQ(Verify().broken_at, 3);
}

TEST_P(AuditTrailTest, TheFirstEventsRemovalIsFound) {
  RecordMany(3);
  Tamper({"DELETE FROM audit_events WHERE position = 1"});
  EXPECT_EQ(Verify().broken_at, 1);
}

TEST_P(AuditTrailTest, ReorderedEventsAreFound) {
  RecordMany(5);
  Tamper({"UPDATE audit_events SET position = 99 WHERE position = 2",
          "UPDATE audit_events SET position = 2 WHERE position = 4",
          "UPDATE audit_events SET position = 4 WHERE position = 99"});
  EXPECT_EQ(Verify().broken_at, 2);
}

TEST_P(AuditTrailTest, ACutEndIsFound) {
  RecordMany(5);
  Tamper({"DELETE FROM audit_events WHERE position > 3"});
  EXPECT_EQ(Verify().broken_at, 4);
  // It stays visible when the academy goes on.
  RecordMany(2);
  EXPECT_EQ(Verify().broken_at, 4);
}

TEST_P(AuditTrailTest, ACutEndIsFoundWhenTheHeadWasMovedBack) {
  RecordMany(5);
  std::string hash = Chain()[2].hash;
  Tamper({"DELETE FROM audit_events WHERE position > 3", "UPDATE audit_head SET position = 3, hash = '" + hash + "'"});
  EXPECT_EQ(Verify().broken_at, 3);
  // The academy goes on, but does not vouch for what it did not write.
  RecordMany(2);
  EXPECT_FALSE(Verify().whole());
}

TEST_P(AuditTrailTest, AnEmptiedTrailIsFound) {
  RecordMany(3);
  Tamper({"DELETE FROM audit_events"});
  EXPECT_EQ(Verify().broken_at, 1);
}

TEST_P(AuditTrailTest, AnEventThatTheAcademyDidNotWriteIsFound) {
  RecordMany(2);
  AuditRecord forged = Chain().back();
  std::string previous = forged.hash;
  forged.id = "forged";
  forged.position = 3;
  forged.hash = AuditHash(forged, previous);
  ASSERT_TRUE(database_
                  ->Write([&](Transaction& tx) {
                    InsertAuditEvents(tx.sql(), {forged});
                    return absl::OkStatus();
                  })
                  .ok());
  EXPECT_EQ(Verify().broken_at, 3);
  ASSERT_TRUE(Run("UPDATE audit_head SET position = 3, hash = '" + forged.hash + "'").ok());
  EXPECT_EQ(Verify().broken_at, 3) << "the head needs a seal";
}

TEST_P(AuditTrailTest, ATrailPutBackToAnOlderStateIsFoundByANotedHead) {
  RecordMany(3);
  AuditHead old = *database_->Read([](soci::session& sql) -> absl::StatusOr<AuditHead> { return LoadAuditHead(sql); });
  RecordMany(2);
  AuditVerdict later = Verify();
  Tamper({"DELETE FROM audit_events WHERE position > 3",
          "UPDATE audit_head SET position = 3, hash = '" + old.hash + "', seal = '" + old.seal + "'"});
  EXPECT_TRUE(Verify().whole()) << "by itself an old state looks whole";
  EXPECT_EQ(Verify(NotedHead{.position = 5, .hash = later.head}).broken_at, 4);
  RecordMany(4);
  EXPECT_EQ(Verify(NotedHead{.position = 5, .hash = later.head}).broken_at, 5);
  EXPECT_TRUE(Verify(NotedHead{.position = 3, .hash = old.hash}).whole());
}

TEST_P(AuditTrailTest, AnotherAcademysKeyDoesNotSeal) {
  RecordMany(2);
  EXPECT_FALSE(VerifyAudit(*database_, "another credential")->whole());
}

TEST_P(AuditTrailTest, ParallelWritersMakeAChainWithoutGaps) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&] { RecordMany(25); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 100);
}

TEST_P(AuditTrailTest, ProcessesThatShareADatabaseMakeOneChain) {
  auto second = Database::Open({.url = database_.url()}, Schema());
  ASSERT_TRUE(second.ok());
  AuditTrail second_trail(clock_, kKey);
  std::thread other([&] {
    for (int i = 0; i < 25; ++i) {
      EXPECT_TRUE((*second)
                      ->Write([&](Transaction& tx) {
                        second_trail.Record(tx, manager_, {.action = "course.created", .subject = {}});
                        return absl::OkStatus();
                      })
                      .ok());
    }
  });
  RecordMany(25);
  other.join();
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 50);
}

TEST_P(AuditTrailTest, AThousandEventsAreVerifiedInBatches) {
  std::vector<AuditRecord> events;
  for (int i = 0; i < 2500; ++i) {
    events.push_back({.id = "e" + std::to_string(i), .at = i, .action = "course.created"});
  }
  ASSERT_TRUE(database_
                  ->Write([&](Transaction& tx) {
                    trail_.Append(tx, events);
                    return absl::OkStatus();
                  })
                  .ok());
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 2500);
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditTrailTest, testing::ValuesIn(TestEngines()), EngineName);

// The calls, through a real server.
class AuditServiceTest : public AuthTest {
 protected:
  AuditServiceTest() { Start(); }

  Answer<v1::FetchEventsResponse> Fetch(const v1::FetchEventsRequest& request, const Caller& caller) {
    return Call<v1::Audit>(caller, &v1::Audit::Stub::FetchEvents, request);
  }
  std::vector<v1::AuditEvent> Find(const v1::FetchEventsRequest& request = {}) {
    auto fetched = Fetch(request, Reader());
    EXPECT_TRUE(fetched.ok()) << fetched.message();
    return {fetched.response.result().begin(), fetched.response.result().end()};
  }
  Answer<v1::AppendEventsResponse> Append(const std::vector<v1::AuditEvent>& events, const Caller& caller) {
    v1::AppendEventsRequest request;
    for (const v1::AuditEvent& event : events) *request.add_events() = event;
    return Call<v1::Audit>(caller, &v1::Audit::Stub::AppendEvents, request);
  }
  static Caller Reader() { return {.kind = CallerKind::kManager, .id = "reader", .session_id = "none"}; }

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
  EXPECT_EQ(Fetch({}, Anonymous()).status.code(), absl::StatusCode::kUnauthenticated);
  Caller learner{.kind = CallerKind::kLearner, .id = "l1", .session_id = "s"};
  EXPECT_EQ(Fetch({}, learner).status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_TRUE(Fetch({}, Service()).ok());
  EXPECT_TRUE(Fetch({}, Reader()).ok());
}

TEST_P(AuditServiceTest, OnlyServicesAppend) {
  EXPECT_EQ(Append({Event("e1", 1)}, Reader()).status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(Append({Event("e1", 1)}, Anonymous()).status.code(), absl::StatusCode::kUnauthenticated);
  EXPECT_TRUE(Append({Event("e1", 1)}, Service()).ok());
}

TEST_P(AuditServiceTest, RepeatedEventsArePassedOver) {
  ASSERT_TRUE(Append({Event("e1", 1), Event("e2", 2)}, Service()).ok());
  ASSERT_TRUE(Append({Event("e1", 1), Event("e2", 2), Event("e3", 3), Event("e3", 3)}, Service()).ok());
  EXPECT_EQ(Ids(Find()), (Strings{"e3", "e2", "e1"}));
  EXPECT_EQ(Find().front().position(), 3);
}

TEST_P(AuditServiceTest, EventsThatCannotBeReadAreRefusedAllTogether) {
  auto refused = [&](auto change) {
    v1::AuditEvent event = Event("bad", 5);
    change(event);
    auto answer = Append({Event("good", 4), event}, Service());
    EXPECT_EQ(answer.reason(), "validation_failed");
    return answer.ok() || DetailOf(answer.status).fields.empty() ? "" : DetailOf(answer.status).fields.front().field;
  };
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.clear_id(); }), "events[1]._id");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_at("yesterday"); }), "events[1].at");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_action("Created"); }), "events[1].action");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.mutable_actor()->set_kind("god"); }), "events[1].actor.kind");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.mutable_subject()->set_kind(""); }), "events[1].subject.kind");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_peer("a\nb"); }), "events[1].peer");
  EXPECT_EQ(refused([](v1::AuditEvent& event) { event.set_device(std::string(401, 'a')); }), "events[1].device");
  EXPECT_TRUE(Find().empty());
  std::vector<v1::AuditEvent> many(1001, Event("e", 1));
  EXPECT_EQ(Append(many, Service()).reason(), "validation_failed");
}

TEST_P(AuditServiceTest, PagesGoFromTheNewestToTheOldest) {
  std::vector<v1::AuditEvent> events;
  for (int i = 0; i < 10; ++i) events.push_back(Event("e" + std::to_string(i), 1000 + i / 2));
  ASSERT_TRUE(Append(events, Service()).ok());
  Strings seen;
  v1::FetchEventsRequest request;
  request.set_limit(3);
  int pages = 0;
  while (true) {
    auto page = Fetch(request, Reader());
    ASSERT_TRUE(page.ok()) << page.message();
    ++pages;
    for (const v1::AuditEvent& event : page.response.result()) seen.push_back(event.id());
    if (!page.response.has_next_cursor()) break;
    request.set_cursor(page.response.next_cursor());
    // What comes meanwhile does not move the pages.
    ASSERT_TRUE(Append({Event("new" + std::to_string(pages), 5000)}, Service()).ok());
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
  ASSERT_TRUE(Append({Event("e1", noon), removed, other}, Service()).ok());

  auto find = [&](auto set) {
    v1::FetchEventsRequest request;
    set(request);
    return Ids(Find(request));
  };
  using Request = v1::FetchEventsRequest;
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
    v1::FetchEventsRequest request;
    set(request);
    auto answer = Fetch(request, Reader());
    EXPECT_EQ(answer.reason(), "validation_failed");
    return answer.ok() || DetailOf(answer.status).fields.empty() ? "" : DetailOf(answer.status).fields.front().field;
  };
  using Request = v1::FetchEventsRequest;
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
  ASSERT_TRUE(Append({event}, Service()).ok());
  v1::AuditEvent found = Find().front();
  EXPECT_EQ(found.actor().name(), "Mona Saleh");
  EXPECT_EQ(found.details().at("learnerName"), "Layla Hassan");
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditServiceTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::auth
