#include "services/contracts/site/site_shape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace academy {
namespace {

using nlohmann::json;

json Contact() {
  return {{"title", "Contact"},
          {"description", "Where we are"},
          {"intro", "Write"},
          {"form", {{"heading", "Form"}, {"text", "To us"}}}};
}

std::vector<std::string> LinesOf(const std::string& name, const json& value) {
  std::vector<SiteProblem> wrong;
  CheckSiteFile(name, value, wrong);
  std::vector<std::string> lines;
  for (const SiteProblem& problem : wrong) lines.push_back(problem.code + " " + problem.Line());
  return lines;
}

using Lines = std::vector<std::string>;

TEST(SiteShape, ASiteHasOneFileOfFactsAndTheTextsOfSevenPagesInTwoLanguages) {
  EXPECT_EQ(SiteFiles().size(), 15U);
  EXPECT_EQ(SiteFiles().front(), "site.json");
}

TEST(SiteShape, AProblemNamesFileKeyAndCode) {
  json contact = Contact();
  contact["title"] = " ";
  contact["form"].erase("text");
  contact["extra"] = 1;
  EXPECT_EQ(LinesOf("ar/contact.json", contact),
            (Lines{"required ar/contact.json: form.text is missing", "required ar/contact.json: title is empty",
                   "unknown ar/contact.json: extra is not known here"}));
  EXPECT_EQ(LinesOf("site.json", {{"name", {{"ar", "أ"}, {"en", "A"}}}, {"email", "nobody"}}),
            (Lines{"email_invalid site.json: email is no e-mail address"}));
  EXPECT_EQ(LinesOf("fr/contact.json", contact), (Lines{"unknown fr/contact.json: the file is not one of a site"}));
  EXPECT_EQ(LinesOf("en/none.json", contact), (Lines{"unknown en/none.json: the file is not one of a site"}));
}

TEST(SiteShape, ATextInTwoLanguagesMayBeEmptyInBothWhereItMayBeAbsent) {
  json site = {{"name", {{"ar", "أ"}, {"en", "A"}}}, {"address", {{"ar", ""}, {"en", ""}}}};
  EXPECT_EQ(LinesOf("site.json", site), Lines{});
  site["address"]["ar"] = "الرياض";
  EXPECT_EQ(LinesOf("site.json", site), (Lines{"required site.json: address.en is empty"}));
}

TEST(SiteShape, LookAndLanguageAreOnesThatTheWebAppHas) {
  json site = {{"name", {{"ar", "أ"}, {"en", "A"}}}, {"palette", "teal"}, {"defaultLanguage", "en"}};
  EXPECT_EQ(LinesOf("site.json", site), Lines{});
  site["palette"] = "mauve";
  site["defaultLanguage"] = "fr";
  EXPECT_EQ(LinesOf("site.json", site), (Lines{"invalid site.json: defaultLanguage is neither ar nor en",
                                               "invalid site.json: palette is no palette that there is"}));
}

TEST(SiteShape, APictureIsAFileOfTheFolderOrAnUploadedOne) {
  auto lines = [](const char* logo) {
    return LinesOf("site.json", {{"name", {{"ar", "أ"}, {"en", "A"}}}, {"logo", logo}}).size();
  };
  EXPECT_EQ(lines("logo.svg"), 0U);
  EXPECT_EQ(lines("images/0192e4a1-7c3f-7abc-8def-0123456789ab.webp"), 0U);
  for (const char* logo : {"../logo.svg", "images/../x.webp", "images/.webp", "https://a.test/x.png", "logo"}) {
    EXPECT_EQ(lines(logo), 1U) << logo;
  }
}

TEST(SiteShape, PlaceholdersMayNameWhatMayBeLeftOutAndNothingElse) {
  json site = {{"name", {{"ar", "أ"}, {"en", "A"}}}, {"placeholders", {"email", "photos", "name", "none", "email.x"}}};
  EXPECT_EQ(LinesOf("site.json", site),
            (Lines{"invalid site.json: placeholders[2] names nothing that may be left out",
                   "invalid site.json: placeholders[3] names nothing that may be left out",
                   "invalid site.json: placeholders[4] names nothing that may be left out"}));
}

TEST(SiteShape, WhatPlaceholdersNameIsLeftOutAndTheRestStays) {
  std::vector<SiteProblem> wrong;
  json site = CheckSiteFile("site.json",
                            {{"name", {{"ar", "أ"}, {"en", "A"}}},
                             {"email", "hello@academy.example"},
                             {"phone", "+966 11 555 0100"},
                             {"address", {{"ar", "هنا"}, {"en", "Here"}}},
                             {"placeholders", {"email", "address"}}},
                            wrong);
  ASSERT_TRUE(wrong.empty());
  LeaveOutPlaceholders("site.json", site);
  EXPECT_EQ(site["email"], "");
  EXPECT_EQ(site["address"]["en"], "");
  EXPECT_EQ(site["phone"], "+966 11 555 0100");
}

}  // namespace
}  // namespace academy
