// What becomes of the folders of attempts, on every available engine.
#include "services/catalog/processing/attempts.h"

#include "services/catalog/testing/jobs_fixture.h"

namespace academy::catalog {
namespace {

class AttemptsTest : public JobsTest {
 protected:
  AttemptsTest() {
    EXPECT_OK(Write([&](Transaction& tx) -> absl::Status {
      ReserveAttempt(tx, held_, clock_.Now());
      return absl::OkStatus();
    }));
  }
  void Extend() {
    EXPECT_OK(Write([&](Transaction& tx) -> absl::Status {
      ExtendAttempt(tx, held_, clock_.Now());
      return absl::OkStatus();
    }));
  }
  absl::Status Keep() {
    return Write([&](Transaction& tx) { return KeepAttempt(tx, held_, clock_.Now()); });
  }

  const HeldJob held_{.asset_id = "a1", .claim = 3};
};

INSTANTIATE_TEST_SUITE_P(Engines, AttemptsTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(AttemptsTest, WhatNoCommitKeepsIsRemovedAnHourAfterItsWorkerWasLastHeardOf) {
  clock_.Advance(absl::Minutes(59));
  Extend();
  clock_.Advance(absl::Minutes(59));
  EXPECT_EQ(DueBlobRemovals(), Strings{});
  clock_.Advance(absl::Minutes(1));
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/a1/3"});
}

TEST_P(AttemptsTest, WhatIsKeptStaysThoughItsWorkerGoesOnToRenewItsLease) {
  ASSERT_OK(Keep());
  Extend();
  clock_.Advance(2 * kDay);
  EXPECT_EQ(DueBlobRemovals(), Strings{});
}

TEST_P(AttemptsTest, FilesOfWhichTheRemovalMayHaveBegunCannotBeKept) {
  // The other process's clock may be ahead.
  clock_.Advance(absl::Minutes(56));
  EXPECT_TRUE(absl::IsCancelled(Keep()));
  clock_.Advance(absl::Hours(1));
  EXPECT_TRUE(absl::IsCancelled(Keep()));
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/a1/3"});
}

}  // namespace
}  // namespace academy::catalog
