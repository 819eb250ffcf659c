// What the audit trail says about the rotation of keys.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "services/auth/audit/audit_store.h"
#include "services/auth/testing/keys_fixture.h"

namespace academy::auth {
namespace {

class RotationEventsTest : public KeysTest {
 protected:
  // Newest first.
  std::vector<AuditRecord> Events() {
    EXPECT_OK(audit_.ChainWaiting(*database_));
    auto events = database_->Read([](soci::session& sql) -> absl::StatusOr<std::vector<AuditRecord>> {
      return QueryAuditEvents(sql, {.limit = 1000});
    });
    EXPECT_OK(events);
    return *events;
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, RotationEventsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(RotationEventsTest, TheFirstKeysAreNoRotation) {
  ASSERT_OK(Keep());
  ASSERT_OK(Keep());
  EXPECT_EQ(Events().size(), 0u);
}

TEST_P(RotationEventsTest, ARotationOfAnyRingIsRecordedOnce) {
  ASSERT_OK(Keep());
  EXPECT_EQ(KeyPurposes().size(), 14u);
  for (const KeyPurpose& purpose : KeyPurposes()) {
    std::string id = Rotate(purpose.name);
    ASSERT_OK(Keep());
    ASSERT_OK(Keep()) << "after a restart";
    ASSERT_FALSE(Events().empty()) << purpose.name;
    AuditRecord event = Events().front();
    EXPECT_EQ(event.action, "keys.rotated");
    EXPECT_EQ(event.actor.kind, "system");
    EXPECT_EQ(event.subject.kind, "keys");
    EXPECT_EQ(event.subject.id, purpose.name);
    EXPECT_EQ(event.subject.name, purpose.name);
    EXPECT_EQ(event.details, (AuditDetails{{"key", id}}));
  }
  EXPECT_EQ(Events().size(), KeyPurposes().size());
}

TEST_P(RotationEventsTest, AKeyThatIsUsedLaterIsRecordedAtOnce) {
  ASSERT_OK(Keep());
  std::string id = Rotate(key::kMedia, absl::Hours(1));
  ASSERT_OK(Keep());
  clock_.Advance(absl::Hours(2));
  ASSERT_OK(Keep());
  ASSERT_EQ(Events().size(), 1u);
  EXPECT_EQ(Events().front().details.at("key"), id);
}

TEST_P(RotationEventsTest, RotationsWhileAuthIsStoppedAreAllRecorded) {
  ASSERT_OK(Keep());
  std::vector<std::string> ids;
  for (int i = 0; i < 4; ++i) {
    ids.push_back(Rotate(key::kTools));
    clock_.Advance(absl::Hours(24 * 100));
  }
  ASSERT_OK(Keep());
  ASSERT_EQ(Events().size(), ids.size());
  for (const AuditRecord& event : Events()) {
    EXPECT_EQ(event.details.at("key"), ids.back());
    ids.pop_back();
  }
}

TEST_P(RotationEventsTest, WhatWasRecordedAndIsAcceptedNoMoreLeavesTheFolder) {
  ASSERT_OK(Keep());
  std::string id = Rotate(key::kTools);
  ASSERT_OK(Keep());
  clock_.Advance(absl::Minutes(6));
  ASSERT_OK(Keep());
  absl::StatusOr<std::vector<Key>> keys = ReadKeys(folder_.path() / key::kTools, key::kTools);
  ASSERT_OK(keys);
  ASSERT_EQ(keys->size(), 1u);
  EXPECT_EQ(keys->front().id, id);
  ASSERT_OK(Keep());
  EXPECT_EQ(Events().size(), 1u);
}

}  // namespace
}  // namespace academy::auth
