// Removing assets, on every available engine.
#include "services/catalog/assets/asset_removal.h"

#include "services/catalog/testing/stores_fixture.h"

namespace academy::catalog {
namespace {

class AssetRemovalTest : public StoresTest {};

TEST_P(AssetRemovalTest, RemovingAnAssetTakesItOutOfItsPart) {
  Asset("a1");
  CourseRecord course = Course("a", {{.title = "1", .asset_id = "a1"}});
  int64_t start = *feed_.Head();
  RemoveAsset("a1");
  EXPECT_FALSE(FindCourse(course.id).parts[0].video.has_value());
  EXPECT_EQ(EventsAfter(start), Strings{"changed:" + course.id});
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/a1"});
}

INSTANTIATE_TEST_SUITE_P(Engines, AssetRemovalTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
