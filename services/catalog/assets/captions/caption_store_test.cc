// The contract of the captions' store, on every available engine.
#include "services/catalog/assets/captions/caption_store.h"

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/testing/stores_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

class CaptionStoreTest : public StoresTest {
 protected:
  AssetRecord Put(const CaptionRecord& captions) {
    EXPECT_OK(Write([&](Transaction& tx) -> absl::Status {
      PutCaptions(tx.sql(), *catalog::FindAsset(tx.sql(), "a1"), captions, clock_.Now());
      return absl::OkStatus();
    }));
    return *FindAsset("a1");
  }
  absl::StatusOr<AssetRecord> Delete(const std::string& lang) {
    absl::Status status = Write([&](Transaction& tx) {
      return DeleteCaptions(tx.sql(), *catalog::FindAsset(tx.sql(), "a1"), lang, clock_.Now());
    });
    if (!status.ok()) return status;
    return *FindAsset("a1");
  }
  // The language that is the default; several joined, so that a test sees them.
  static std::string DefaultOf(const AssetRecord& asset) {
    std::string langs;
    for (const CaptionRecord& captions : asset.captions) {
      if (captions.is_default) langs += captions.lang;
    }
    return langs;
  }
};

TEST_P(CaptionStoreTest, CaptionsAreReplacedByLanguage) {
  ReadyAsset("a1");
  Put({.lang = "ar", .label = "العربية", .path = "captions/ar-1.vtt"});
  Put({.lang = "en", .label = "English", .path = "captions/en-1.vtt"});
  AssetRecord asset = Put({.lang = "ar", .label = "عربي", .path = "captions/ar-2.vtt"});
  ASSERT_EQ(asset.captions.size(), 2u);
  EXPECT_EQ(asset.captions[0].label, "عربي");
  EXPECT_EQ(DueBlobRemovals(), Strings{"media/a1/captions/ar-1.vtt"});
  EXPECT_EQ(Delete("en")->captions.size(), 1u);
  EXPECT_THAT(Delete("en"), HasReason("captions_not_found"));
}

TEST_P(CaptionStoreTest, OneLanguageOfTheCaptionsIsTheDefault) {
  ReadyAsset("a1");
  auto put = [&](const std::string& lang, bool is_default) {
    return DefaultOf(Put({.lang = lang, .label = lang, .path = "captions/" + lang + ".vtt", .is_default = is_default}));
  };
  EXPECT_EQ(put("en", false), "en");
  EXPECT_EQ(put("ar", false), "en");
  EXPECT_EQ(put("fr", true), "fr");
  // Replacing its file leaves it the default.
  EXPECT_EQ(put("fr", false), "fr");
  auto ready = Read([](soci::session& sql) { return FindReadyAssets(sql, {"a1"}); });
  EXPECT_EQ(DefaultOf(ready.front()), "fr");
  EXPECT_EQ(DefaultOf(*Delete("fr")), "ar");
  EXPECT_EQ(DefaultOf(*Delete("en")), "ar");
  EXPECT_EQ(DefaultOf(*Delete("ar")), "");
}

INSTANTIATE_TEST_SUITE_P(Engines, CaptionStoreTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::catalog
