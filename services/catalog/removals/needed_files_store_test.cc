// What a backup must have, on every available engine.
#include "services/catalog/removals/needed_files_store.h"

#include "services/catalog/testing/stores_fixture.h"
#include "services/catalog/uploads/objects/object_store.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class NeededFilesStoreTest : public StoresTest {
 protected:
  Strings Uploads() { return Read(ListNeededFiles).uploads; }
};

TEST_P(NeededFilesStoreTest, AFailedUploadIsNeededUntilItIsGivenUp) {
  Asset("a1");
  EXPECT_EQ(Uploads(), Strings{});
  ASSERT_OK(Complete("a1"));
  ASSERT_EQ(Claim(), "a1");
  EXPECT_EQ(Uploads(), Strings{"a1"});
  ASSERT_OK(Fail("a1", "damaged"));
  EXPECT_EQ(Uploads(), Strings{"a1"});
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    GiveUpFailedJob(tx.sql(), "a1");
    return absl::OkStatus();
  }));
  EXPECT_EQ(Uploads(), Strings{});
}

TEST_P(NeededFilesStoreTest, AnUploadInTheStoreIsNeededThere) {
  Asset("a1");
  ASSERT_OK(Write([&](Transaction& tx) -> absl::Status {
    InsertObject(tx.sql(), "a1", "multipart", clock_.Now());
    return absl::OkStatus();
  }));
  EXPECT_EQ(Read(ListNeededFiles).blobs, Strings{});
  ASSERT_OK(Complete("a1"));
  EXPECT_EQ(Read(ListNeededFiles).blobs, Strings{"uploads/a1/source"});
  EXPECT_EQ(Uploads(), Strings{});
}

INSTANTIATE_TEST_SUITE_P(Engines, NeededFilesStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
