// The contract of the uploads' store and of the completion of uploads, on every available engine.
#include "services/catalog/uploads/upload_store.h"

#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class UploadStoreTest : public StoresTest {
 protected:
  std::optional<UploadRecord> Find(const std::string& id) {
    return Read([&](soci::session& sql) { return FindUpload(sql, id); });
  }
  Strings ListExpired() {
    return Read([&](soci::session& sql) { return ListExpiredUploads(sql, clock_.Now()); });
  }
  bool NeedsFile(const std::string& id) {
    return Read([&](soci::session& sql) { return IsUploadFileNeeded(sql, id); });
  }
};

TEST_P(UploadStoreTest, AnUploadGoesFromItsFirstByteToTheQueue) {
  Asset("a1");
  EXPECT_EQ(Find("a1")->metadata, "filename eA==");
  EXPECT_EQ(*Find("a1")->length, 10);
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    RecordAppend(tx.sql(), "a1", {.expires_at = clock_.Now() + 2 * kDay, .unverified_from = 4});
    return absl::OkStatus();
  }));
  EXPECT_EQ(Find("a1")->unverified_from, 4);
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    MarkUploadVerified(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_FALSE(Find("a1")->unverified_from.has_value());
  EXPECT_TRUE(NeedsFile("a1"));
  ASSERT_OK(Complete("a1"));
  ASSERT_OK(Complete("a1"));
  EXPECT_EQ(StatusOf("a1"), "queued");
  EXPECT_TRUE(NeedsFile("a1"));
  ASSERT_EQ(Claim(), "a1");
  ASSERT_OK(Fail("a1", "no"));
  // It can be tried again, until its file is given up.
  EXPECT_TRUE(NeedsFile("a1"));
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    GiveUpFailedJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_FALSE(NeedsFile("a1"));
  EXPECT_FALSE(Find("none").has_value());
  EXPECT_THAT(Complete("none"), HasReason("upload_not_found"));
}

TEST_P(UploadStoreTest, OnlyUnfinishedUploadsExpire) {
  Asset("a1");
  ReadyAsset("a2");
  EXPECT_EQ(ListExpired(), Strings{});
  clock_.Advance(kDay);
  EXPECT_EQ(ListExpired(), Strings{"a1"});
  RemoveAsset("a1");
  EXPECT_FALSE(Find("a1").has_value());
  EXPECT_FALSE(FindAsset("a1").has_value());
}

INSTANTIATE_TEST_SUITE_P(Engines, UploadStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
