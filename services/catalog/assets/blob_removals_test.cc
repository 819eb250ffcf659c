// The list of blobs to remove, on every available engine.
#include "services/catalog/assets/blob_removals.h"

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class BlobRemovalsTest : public StoresTest {
 protected:
  template <typename Change>
  void Apply(Change change) {
    ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
      change(tx.sql());
      return absl::OkStatus();
    }));
  }
};

TEST_P(BlobRemovalsTest, AKeyIsListedFromItsTimeUntilItIsRemoved) {
  Apply([&](soci::session& sql) {
    ScheduleBlobRemoval(sql, "media/later", clock_.Now() + 10);
    ScheduleBlobRemoval(sql, "media/own", clock_.Now());
  });
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/own"});
  Apply([](soci::session& sql) { CancelBlobRemoval(sql, "media/own"); });
  EXPECT_EQ(DueBlobRemovals(), Strings{});
  clock_.Advance(absl::Milliseconds(10));
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/later"});
}

TEST_P(BlobRemovalsTest, AReservedBlobIsRemovedAfterAnHour) {
  Apply([&](soci::session& sql) { ReserveBlob(sql, "images/a.webp", clock_.Now()); });
  clock_.Advance(absl::Hours(1) - absl::Milliseconds(1));
  EXPECT_EQ(DueBlobRemovals(), Strings{});
  clock_.Advance(absl::Milliseconds(1));
  EXPECT_EQ(DueBlobRemovals(), Strings{"images/a.webp"});
}

INSTANTIATE_TEST_SUITE_P(Engines, BlobRemovalsTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
