// The audit trail: recording, reading, and detection of tampering.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "services/auth/audit/audit_store.h"
#include "services/auth/audit/audit_trail.h"
#include "services/auth/audit/audit_verification.h"
#include "services/auth/audit/audit_waiting.h"
#include "services/auth/schema.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/db/query.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kKey[] = "credential";

// The trail over a database, without a server.
class AuditTrailTest : public testing::TestWithParam<Engine> {
 protected:
  AuditTrailTest() : database_(GetParam(), Migrations()), trail_(clock_, KeyRing::Fixed(kKey)) {}

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
    for (int i = 0; i < count; ++i) ASSERT_OK(Record("course.created", "c" + std::to_string(i)));
    ASSERT_OK(trail_.ChainWaiting(*database_));
  }

  AuditVerdict Verify(const std::optional<NotedHead>& noted = std::nullopt) {
    EXPECT_OK(trail_.ChainWaiting(*database_));
    auto verdict = VerifyAudit(*database_, KeyRing::Fixed(kKey), noted);
    EXPECT_OK(verdict);
    return verdict.value_or(AuditVerdict{.broken_at = -1});
  }

  absl::Status Run(const std::string& statement) {
    return database_->Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }

  // Changes the database as somebody with full access could.
  void Tamper(const std::vector<std::string>& statements) {
    if (GetParam() == Engine::kSqlite) {
      ASSERT_OK(Run("DROP TRIGGER audit_events_no_update"));
      ASSERT_OK(Run("DROP TRIGGER audit_events_no_delete"));
    } else {
      ASSERT_OK(Run("DROP TRIGGER audit_events_append_only ON audit_events"));
    }
    for (const std::string& statement : statements) ASSERT_OK(Run(statement)) << statement;
  }

  std::vector<AuditRecord> Chain() {
    EXPECT_OK(trail_.ChainWaiting(*database_));
    return *database_->Read(
        [](soci::session& sql) -> absl::StatusOr<std::vector<AuditRecord>> { return ReadAuditChain(sql, 0, 1000); });
  }

  const Caller manager_{.kind = CallerKind::kManager,
                        .id = "m1",
                        .session_id = "s1",
                        .request_id = "r1",
                        .remote_address = "192.0.2.7",
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
  ASSERT_OK(Record("course.updated", "c1", {{"changed", "title,parts"}}));
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
  EXPECT_EQ(event.remote_address, "192.0.2.7");
  EXPECT_EQ(event.device, "Firefox");
  EXPECT_EQ(event.request_id, "r1");
  EXPECT_EQ(event.details.at("changed"), "title,parts");
  EXPECT_EQ(event.hash, AuditHash(event, ""));
}

TEST_P(AuditTrailTest, AnEventOfARolledBackChangeIsNotInTheTrail) {
  RecordMany(2);
  EXPECT_THAT(database_->Write([&](Transaction& tx) {
    trail_.Record(tx, manager_, AuditEntry{.action = "course.deleted", .subject = {}});
    return absl::AbortedError("no");
  }),
              testing::Not(IsOk()));
  RecordMany(1);
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 3);
}

TEST_P(AuditTrailTest, TextsAreCutAndCleaned) {
  ASSERT_OK(Record("course.updated", "c1", {{"note", "line\nbreak\xff"}, {"long", std::string(399, 'a') + "ع"}}));
  AuditRecord event = Chain().front();
  EXPECT_EQ(event.details.at("note"), "line break?");
  EXPECT_EQ(event.details.at("long"), std::string(399, 'a'));
  EXPECT_TRUE(Verify().whole());
}

TEST_P(AuditTrailTest, EventsCanBeNeitherChangedNorDeleted) {
  RecordMany(2);
  EXPECT_THAT(Run("UPDATE audit_events SET actor_id = 'x'"), testing::Not(IsOk()));
  EXPECT_THAT(Run("DELETE FROM audit_events"), testing::Not(IsOk()));
  EXPECT_THAT(Run("DELETE FROM audit_events WHERE position = 2"), testing::Not(IsOk()));
  EXPECT_THAT(Run("DELETE FROM audit_mentions"), testing::Not(IsOk()));
  EXPECT_THAT(Run("UPDATE audit_mentions SET id = 'x'"), testing::Not(IsOk()));
  EXPECT_TRUE(Verify().whole());
}

TEST_P(AuditTrailTest, AChangedEventIsFound) {
  for (const char* column : {"id", "actor_kind", "actor_id", "actor_name", "action", "subject_kind", "subject_id",
                             "subject_name", "peer", "device", "request_id", "hash"}) {
    TestDatabase fresh(GetParam(), Migrations());
    for (int i = 0; i < 5; ++i) {
      ASSERT_OK(fresh->Write([&](Transaction& tx) {
        trail_.Record(tx, manager_, AuditEntry{.action = "course.created", .subject = {}});
        return absl::OkStatus();
      }));
    }
    ASSERT_OK(trail_.ChainWaiting(*fresh));
    ASSERT_OK(fresh->Write([&](Transaction& tx) {
      tx.sql() << (GetParam() == Engine::kSqlite ? "DROP TRIGGER audit_events_no_update"
                                                 : "DROP TRIGGER audit_events_append_only ON audit_events");
      tx.sql() << "UPDATE audit_events SET " << column << " = 'other' WHERE position = 3";
      return absl::OkStatus();
    }));
    EXPECT_EQ(VerifyAudit(*fresh, KeyRing::Fixed(kKey))->broken_at, 3) << column;
  }
}

TEST_P(AuditTrailTest, ChangedDetailsAndTimesAreFound) {
  RecordMany(5);
  Tamper({"UPDATE audit_events SET details = '{\"changed\":\"nothing\"}' WHERE position = 4"});
  EXPECT_EQ(Verify().broken_at, 4);
  ASSERT_OK(Run("UPDATE audit_events SET at = at + 1 WHERE position = 2"));
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
  // The fault stays visible when the academy continues.
  RecordMany(2);
  EXPECT_EQ(Verify().broken_at, 4);
}

TEST_P(AuditTrailTest, ACutEndIsFoundWhenTheHeadWasMovedBack) {
  RecordMany(5);
  std::string hash = Chain()[2].hash;
  Tamper({"DELETE FROM audit_events WHERE position > 3", "UPDATE audit_head SET position = 3, hash = '" + hash + "'"});
  EXPECT_EQ(Verify().broken_at, 3);
  // The academy continues but does not vouch for what it did not write.
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
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    InsertAuditEvents(tx.sql(), {forged});
    return absl::OkStatus();
  }));
  EXPECT_EQ(Verify().broken_at, 3);
  ASSERT_OK(Run("UPDATE audit_head SET position = 3, hash = '" + forged.hash + "'"));
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
  EXPECT_FALSE(VerifyAudit(*database_, KeyRing::Fixed("another key"))->whole());
}

TEST_P(AuditTrailTest, ParallelWritersMakeAChainWithoutGaps) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&] { RecordMany(25); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 100);
}

TEST_P(AuditTrailTest, ProcessesThatShareADatabaseMakeOneChain) {
  auto second = Database::Open({.url = database_.url()}, Migrations());
  ASSERT_OK(second);
  AuditTrail second_trail(clock_, KeyRing::Fixed(kKey));
  std::thread other([&] {
    for (int i = 0; i < 25; ++i) {
      EXPECT_OK((*second)->Write([&](Transaction& tx) {
        second_trail.Record(tx, manager_, AuditEntry{.action = "course.created", .subject = {}});
        return absl::OkStatus();
      }));
    }
  });
  RecordMany(25);
  other.join();
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 50);
}

TEST_P(AuditTrailTest, HoweverOftenThoseWhoChainAreKilledEachEventIsInTheTrailOnce) {
  if (GetParam() == Engine::kSqlite) GTEST_SKIP() << "events are chained with their changes";
  constexpr int kKills = 100;
  // Every second attempt dies when it has chained its events and is about to commit. Sequences forget no rollback.
  ASSERT_OK(Run("CREATE SEQUENCE attempts"));
  ASSERT_OK(
      Run("CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
          " IF nextval('attempts') % 2 = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;"
          " RETURN NEW; END $$"));
  ASSERT_OK(Run("CREATE TRIGGER die BEFORE UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION die()"));
  auto second = Database::Open({.url = database_.url(), .readers = 1}, Migrations());
  ASSERT_OK(second);
  AuditTrail second_trail(clock_, KeyRing::Fixed(kKey));
  auto killed = [&] {
    return *database_->Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return QueryValue<int64_t>(sql, "SELECT (last_value + 1) / 2 FROM attempts");
    });
  };
  std::atomic<bool> stopping = false;
  std::thread other([&] {
    // Who is killed twice in a row gives up; others go on.
    while (!stopping) second_trail.ChainWaiting(**second).IgnoreError();
  });
  int recorded = 0;
  while (killed() < kKills) {
    ASSERT_OK(Record("course.created", "c" + std::to_string(recorded++)));
    if (recorded % 3 == 0) trail_.ChainWaiting(*database_).IgnoreError();
  }
  stopping = true;
  other.join();
  EXPECT_TRUE(Verify().whole());
  std::set<std::string> subjects;
  for (const AuditRecord& event : Chain()) subjects.insert(event.subject.id);
  EXPECT_EQ(Verify().events, recorded);
  EXPECT_EQ(subjects.size(), static_cast<size_t>(recorded));
}

TEST_P(AuditTrailTest, AnEventThatIsSentAgainWhileItWaitsOrLaterIsInTheTrailOnce) {
  auto append = [&] {
    return database_->Write([&](Transaction& tx) {
      trail_.Append(tx, {{.id = "e1", .at = 1, .action = "course.created"}});
      return absl::OkStatus();
    });
  };
  ASSERT_OK(append());
  ASSERT_OK(append());
  EXPECT_EQ(Verify().events, 1);
  ASSERT_OK(append());
  EXPECT_EQ(Verify().events, 1);
  // As if it had been sent again just when the first one was chained.
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    if (GetParam() == Engine::kPostgresql) AddWaiting(tx.sql(), {{.id = "e1", .at = 1, .action = "course.created"}});
    return absl::OkStatus();
  }));
  EXPECT_EQ(Verify().events, 1);
  EXPECT_TRUE(Verify().whole());
}

TEST_P(AuditTrailTest, AThousandEventsAreVerifiedInBatches) {
  std::vector<AuditRecord> events;
  for (int i = 0; i < 2500; ++i) {
    events.push_back({.id = "e" + std::to_string(i), .at = i, .action = "course.created"});
  }
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    trail_.Append(tx, events);
    return absl::OkStatus();
  }));
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Verify().events, 2500);
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditTrailTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::auth
