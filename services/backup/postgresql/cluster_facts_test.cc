#include "services/backup/postgresql/cluster_facts.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::backup {
namespace {

ClusterFacts Good() {
  return {.id = "1",
          .version = 15,
          .place = "db:5432",
          .user = "academy",
          .database = "auth",
          .may_copy = true,
          .wal_level = "replica",
          .max_wal_senders = 10};
}

bool Says(const absl::Status& status, std::string_view words) {
  return MessageOf(status).find(words) != std::string_view::npos;
}

TEST(ClusterFactsTest, AClusterThatCanBeCopiedIsTaken) { EXPECT_OK(CheckFacts(Good())); }

TEST(ClusterFactsTest, ARoleWithoutReplicationIsToldHowToGetIt) {
  ClusterFacts facts = Good();
  facts.user = "o\"brien";
  facts.may_copy = false;
  absl::Status refused = CheckFacts(facts);
  EXPECT_THAT(refused, HasReason("replication_denied"));
  EXPECT_TRUE(Says(refused, "ALTER ROLE \"o\"\"brien\" REPLICATION")) << refused;
}

TEST(ClusterFactsTest, SettingsThatForbidACopyAreNamed) {
  ClusterFacts facts = Good();
  facts.wal_level = "minimal";
  EXPECT_TRUE(Says(CheckFacts(facts), "wal_level = replica"));
  facts = Good();
  facts.max_wal_senders = 1;
  EXPECT_THAT(CheckFacts(facts), HasReason("max_wal_senders"));
  facts = Good();
  facts.tablespaces = 1;
  EXPECT_THAT(CheckFacts(facts), HasReason("tablespaces"));
}

TEST(ClusterFactsTest, AFailureIsExplained) {
  absl::Status refused =
      ExplainFailure(Good(), "FATAL:  no pg_hba.conf entry for replication connection from host \"[local]\"");
  EXPECT_THAT(refused, HasReason("replication_denied"));
  EXPECT_TRUE(Says(refused, "`local replication academy peer`"));
  EXPECT_THAT(ExplainFailure(Good(), "FATAL:  number of requested standby connections exceeds max_wal_senders"),
              HasReason("max_wal_senders"));
  absl::Status other = ExplainFailure(Good(), "No space left on device");
  EXPECT_THAT(other, HasReason("copy_failed"));
  EXPECT_TRUE(Says(other, "No space left on device"));
}

TEST(ClusterFactsTest, AreReadFromAServer) {
  const char* address = std::getenv("ACADEMY_TEST_PG");
  if (address == nullptr) GTEST_SKIP() << "there is no PostgreSQL";
  absl::StatusOr<ClusterFacts> facts = ReadClusterFacts(address);
  ASSERT_OK(facts.status());
  EXPECT_OK(CheckFacts(*facts));
  EXPECT_EQ(facts->user, "academy");
  EXPECT_EQ(facts->database, "postgres");
  EXPECT_GE(facts->version, 13);
  EXPECT_FALSE(facts->id.empty());
}

TEST(ClusterFactsTest, AServerThatIsAwayIsUnavailable) {
  EXPECT_THAT(ReadClusterFacts("postgresql://academy@/auth?host=/nowhere").status(), HasReason("postgresql_away"));
}

}  // namespace
}  // namespace academy::backup
