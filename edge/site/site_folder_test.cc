#include "edge/site/site_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

// A copy of the shipped folder, which a test may break.
class SiteFolderTest : public ::testing::Test {
 protected:
  SiteFolderTest() : folder_(std::filesystem::path(::testing::TempDir()) / "site") {
    std::filesystem::remove_all(folder_);
    // Bazel provides the shipped files as links.
    for (const auto& entry : std::filesystem::recursive_directory_iterator("site")) {
      std::filesystem::path to = folder_ / entry.path().lexically_relative("site");
      if (entry.is_directory()) {
        std::filesystem::create_directories(to);
      } else {
        std::filesystem::create_directories(to.parent_path());
        std::filesystem::copy_file(entry.path(), to);
      }
    }
  }

  json Read(const std::string& name) const { return json::parse(std::ifstream(folder_ / name)); }
  void Write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void Change(const std::string& name, const std::function<void(json&)>& change) const {
    json file = Read(name);
    change(file);
    Write(name, file.dump());
  }
  std::string ErrorOf() const {
    absl::Status status = SiteContent::Load(folder_).status();
    return status.ok() ? "" : DetailOf(status).reason + ": " + std::string(MessageOf(status));
  }

  const std::filesystem::path folder_;
};

TEST_F(SiteFolderTest, TheShippedFolderIsGood) {
  absl::StatusOr<SiteContent> content = SiteContent::Load(folder_);
  ASSERT_OK(content);
  EXPECT_EQ(content->views["en"]["name"], "The Academy");
  EXPECT_EQ(content->views["ar"]["pages"].size(), 7U);
  content = SiteContent::Load(folder_, Placeholders::kShown);
  EXPECT_EQ(content->views["en"]["photos"][0]["src"], "/site/photos/lesson.svg");
}

TEST_F(SiteFolderTest, TheNameStandsInTheTextsThatAskForIt) {
  Change("site.json", [](json& site) { site["name"]["en"] = "Al Noor"; });
  Change("en/about.json", [](json& page) { page["intro"] = "{name} teaches. {name}!"; });
  EXPECT_EQ(SiteContent::Load(folder_)->views["en"]["pages"]["about"]["intro"], "Al Noor teaches. Al Noor!");
}

TEST_F(SiteFolderTest, ContactsBecomeLinks) {
  Change("site.json", [](json& site) {
    site["phone"] = "+966 (11) 555-0100";
    site["whatsapp"] = "+966 55 555 0100";
    site.erase("placeholders");
  });
  json links = SiteContent::Load(folder_)->views["ar"]["links"];
  EXPECT_EQ(links["phone"], "tel:+966115550100");
  EXPECT_EQ(links["whatsapp"], "https://wa.me/966555550100");
}

TEST_F(SiteFolderTest, ReportsOfWeaknessesGoToAnEMailAddressOrAPage) {
  EXPECT_EQ(SiteContent::Load(folder_)->security_contact, "") << "the example's owner is nobody";
  Change("site.json", [](json& site) { site["securityContact"] = "security@academy.example"; });
  EXPECT_EQ(SiteContent::Load(folder_)->security_contact, "mailto:security@academy.example");
  Change("site.json", [](json& site) {
    site["securityContact"] = "https://academy.example/report";
    site["securityPolicy"] = "https://academy.example/policy";
  });
  EXPECT_EQ(SiteContent::Load(folder_)->security_contact, "https://academy.example/report");
  EXPECT_EQ(SiteContent::Load(folder_)->security_policy, "https://academy.example/policy");
  EXPECT_FALSE(SiteContent::Load(folder_)->facts.contains("securityContact"));
  Change("site.json", [](json& site) { site["securityContact"] = "https://a.example/\nExpires: never"; });
  EXPECT_THAT(ErrorOf(), HasSubstr("site.json: securityContact is neither an e-mail address nor an https:// address"));
  Change("site.json", [](json& site) { site["securityContact"] = "tomorrow"; });
  EXPECT_THAT(ErrorOf(), HasSubstr("site.json: securityContact is neither an e-mail address nor an https:// address"));
}

TEST_F(SiteFolderTest, WhatIsOptionalMayBeLeftOut) {
  Write("site.json", R"({"name": {"ar": "أ", "en": "A"}})");
  absl::StatusOr<SiteContent> content = SiteContent::Load(folder_);
  ASSERT_OK(content);
  EXPECT_EQ(content->views["en"]["phone"], "");
  EXPECT_EQ(content->views["en"]["links"]["phone"], "");
  EXPECT_EQ(content->views["en"]["contactForm"], false);
  EXPECT_TRUE(content->views["en"]["photos"].empty());
}

TEST_F(SiteFolderTest, WhereMessagesGoIsToldToNobody) {
  Change("site.json", [](json& site) {
    site["email"] = "";
    site["messagesTo"] = "inbox@academy.example";
  });
  absl::StatusOr<SiteContent> content = SiteContent::Load(folder_);
  EXPECT_EQ(content->views["en"]["contactForm"], true);
  EXPECT_EQ((content->views.dump() + content->facts.dump()).find("inbox@"), std::string::npos);
}

TEST_F(SiteFolderTest, AMissingFileIsNamed) {
  std::filesystem::remove(folder_ / "en" / "terms.json");
  EXPECT_THAT(ErrorOf(), HasSubstr("site_invalid: "));
  EXPECT_THAT(ErrorOf(), HasSubstr("en/terms.json: the file is missing"));
}

TEST_F(SiteFolderTest, BrokenJsonIsNamedWithItsLine) {
  Write("ar/home.json", "{\n  \"hero\": ,\n}");
  EXPECT_THAT(ErrorOf(), HasSubstr("ar/home.json: is no JSON: parse error at line 2"));
}

TEST_F(SiteFolderTest, EveryWrongKeyIsNamed) {
  Change("en/home.json", [](json& page) {
    page["hero"].erase("heading");
    page["why"]["items"][1]["icon"] = "unicorn";
    page["heros"] = 1;
    page["steps"]["items"] = "none";
  });
  Change("site.json", [](json& site) {
    site["email"] = "nobody";
    site["phone"] = "call us";
    site["social"] = {{{"name", "X"}, {"url", "javascript:alert(1)"}}};
  });
  std::string error = ErrorOf();
  for (const char* line : {"en/home.json: hero.heading is missing", "en/home.json: why.items[1].icon is no icon",
                           "en/home.json: heros is not known here", "en/home.json: steps.items is no list",
                           "site.json: email is no e-mail address", "site.json: phone is no phone number",
                           "site.json: social[0].url is no https:// address"}) {
    EXPECT_THAT(error, HasSubstr(line));
  }
}

TEST_F(SiteFolderTest, PicturesMustBeThereAndInTheirFolder) {
  Change("site.json", [](json& site) { site["photos"][0]["file"] = "none.webp"; });
  EXPECT_THAT(ErrorOf(), HasSubstr("photos[0].file names photos/none.webp, which is not there"));
  Change("site.json", [](json& site) { site["photos"][0]["file"] = "../site.json"; });
  EXPECT_THAT(ErrorOf(), HasSubstr("photos[0].file names no .svg"));
}

TEST_F(SiteFolderTest, WhatTheShippedFolderInventsIsShownInDemonstrationsOnly) {
  json real = SiteContent::Load(folder_)->views["en"];
  for (const char* key : {"email", "phone", "whatsapp", "address", "workingHours", "country"}) EXPECT_EQ(real[key], "");
  EXPECT_EQ(real["links"]["phone"], "");
  EXPECT_EQ(real["contactForm"], false);
  EXPECT_TRUE(real["photos"].empty());
  EXPECT_TRUE(real["pages"]["home"]["testimonials"]["items"].empty());
  EXPECT_TRUE(real["pages"]["privacy"]["sections"].empty());
  EXPECT_TRUE(real["pages"]["terms"]["sections"].empty());
  json demo = SiteContent::Load(folder_, Placeholders::kShown)->views["en"];
  EXPECT_NE(demo["phone"], "");
  EXPECT_EQ(demo["contactForm"], true);
  EXPECT_EQ(demo["pages"]["home"]["testimonials"]["items"].size(), 3U);
  EXPECT_FALSE(demo["pages"]["privacy"]["sections"].empty());
  EXPECT_EQ((real.dump() + demo.dump()).find("placeholders"), std::string::npos);
}

TEST_F(SiteFolderTest, WhatOwnersPublishStandsOverTheFolderFileByFile) {
  absl::StatusOr<std::unique_ptr<SiteFolder>> folder = SiteFolder::Open(folder_);
  ASSERT_OK(folder);
  json facts = {{"name", {{"ar", "نور"}, {"en", "Noor"}}}, {"phone", "+966 11 555 0199"}, {"palette", "teal"}};
  ASSERT_OK((*folder)->Publish(json{{"site.json", facts}}.dump(), ""));
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "Noor");
  EXPECT_EQ((*folder)->content()->views["en"]["palette"], "teal");
  EXPECT_EQ((*folder)->content()->views["en"]["pages"]["about"]["title"], "About us");
  EXPECT_EQ((*folder)->FilesWith("")["site.json"]["name"]["en"], "The Academy");
  EXPECT_EQ((*folder)->FilesWith(json{{"site.json", facts}}.dump())["site.json"]["name"]["en"], "Noor");

  Change("en/about.json", [](json& page) { page["title"] = "Us"; });
  ASSERT_OK((*folder)->Reload());
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "Noor") << "a reload of the folder undoes nothing";
  EXPECT_EQ((*folder)->content()->views["en"]["pages"]["about"]["title"], "Us");

  EXPECT_THAT((*folder)->Publish("{", "Africa/Cairo"), testing::Not(IsOk()));
  EXPECT_THAT((*folder)->Publish(R"({"site.json": {}})", ""), testing::Not(IsOk()));
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "Noor");
  ASSERT_OK((*folder)->Publish("", ""));
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "The Academy");
}

TEST_F(SiteFolderTest, TheTimeZoneIsTheLastThatAuthHasTold) {
  absl::StatusOr<std::unique_ptr<SiteFolder>> folder = SiteFolder::Open(folder_);
  ASSERT_OK(folder);
  EXPECT_EQ((*folder)->content()->timezone, "");
  ASSERT_OK((*folder)->Publish("", "Africa/Cairo"));
  EXPECT_EQ((*folder)->content()->timezone, "Africa/Cairo");
  std::shared_ptr<const SiteContent> before = (*folder)->content();
  ASSERT_OK((*folder)->Publish("", "Africa/Cairo"));
  EXPECT_EQ((*folder)->content(), before) << "pages made of it stay good";
  ASSERT_OK((*folder)->Reload());
  EXPECT_EQ((*folder)->content()->timezone, "Africa/Cairo");
  EXPECT_THAT((*folder)->Publish("{", "Asia/Dubai"), testing::Not(IsOk()));
  EXPECT_EQ((*folder)->content()->timezone, "Asia/Dubai") << "whatever became of the files";
}

TEST_F(SiteFolderTest, PagesWithoutALanguageAreInTheDefaultOne) {
  EXPECT_EQ(SiteContent::Load(folder_)->LanguageOf(""), "ar");
  Change("site.json", [](json& site) { site["defaultLanguage"] = "en"; });
  absl::StatusOr<SiteContent> content = SiteContent::Load(folder_);
  EXPECT_EQ(content->LanguageOf(""), "en");
  EXPECT_EQ(content->LanguageOf("fr"), "en");
  EXPECT_EQ(content->LanguageOf("ar"), "ar");
}

TEST_F(SiteFolderTest, UploadedPicturesHaveTheirOwnAddress) {
  Change("site.json", [](json& site) { site["logo"] = "images/0192e4a1-7c3f.webp"; });
  EXPECT_EQ(SiteContent::Load(folder_)->views["ar"]["logo"], "/images/0192e4a1-7c3f.webp");
  Change("site.json", [](json& site) { site["logo"] = "none.svg"; });
  EXPECT_THAT(ErrorOf(), HasSubstr("site.json: logo names photos/none.svg, which is not there"));
}

TEST_F(SiteFolderTest, AReloadTakesWhatIsGoodAndKeepsWhatWasElse) {
  absl::StatusOr<std::unique_ptr<SiteFolder>> folder = SiteFolder::Open(folder_);
  ASSERT_OK(folder);
  Change("site.json", [](json& site) { site["name"]["en"] = "New"; });
  ASSERT_OK((*folder)->Reload());
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "New");
  Write("site.json", "{");
  EXPECT_THAT((*folder)->Reload(), testing::Not(IsOk()));
  EXPECT_EQ((*folder)->content()->views["en"]["name"], "New");
}

}  // namespace
}  // namespace academy::edge
