#include "edge/site/page_template.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using nlohmann::json;

std::string Fill(std::string_view text, const json& values) {
  absl::StatusOr<PageTemplate> page = PageTemplate::Parse(text);
  return page.ok() ? page->Fill(values) : page.status().ToString();
}

TEST(PageTemplateTest, TextWithoutMarksStaysAsItIs) { EXPECT_EQ(Fill("<p>a { b }</p>", {}), "<p>a { b }</p>"); }

TEST(PageTemplateTest, ValuesAreEscapedForTextAndAttributes) {
  EXPECT_EQ(Fill("<p title=\"{{t}}\">{{t}}</p>", {{"t", "<script>\"&'"}}),
            "<p title=\"&lt;script&gt;&quot;&amp;&#39;\">&lt;script&gt;&quot;&amp;&#39;</p>");
}

TEST(PageTemplateTest, ValuesReorderNothingAroundThem) {
  EXPECT_EQ(Fill("<bdi>{{t}}</bdi> 3", {{"t", "\u202ESara\u2069 \u200Fسارة\u200F\u202C"}}),
            "<bdi>Sara \u200Fسارة\u200F</bdi> 3");
}

TEST(PageTemplateTest, ValuesAreNeverReadForMarks) {
  EXPECT_EQ(Fill("{{a}}", {{"a", "{{b}}"}, {"b", "no"}}), "{{b}}");
  EXPECT_EQ(Fill("{{&a}}", {{"a", "<i>{{b}}</i>"}, {"b", "no"}}), "<i>{{b}}</i>");
}

TEST(PageTemplateTest, PathsReachIntoObjectsAndUnknownOnesAreEmpty) {
  EXPECT_EQ(Fill("{{a.b.c}}|{{a.x}}|{{z}}|{{a.b.c.d}}", {{"a", {{"b", {{"c", 5}}}}}}), "5|||");
}

TEST(PageTemplateTest, ASectionIsThereOnceForEachItem) {
  json values = {{"name", "N"}, {"items", {{{"t", "a"}, {"list", {"1", "2"}}}, {{"t", "b"}, {"list", json::array()}}}}};
  EXPECT_EQ(Fill("{{#items}}[{{t}}{{name}}{{#list}}({{.}}){{/list}}]{{/items}}", values), "[aN(1)(2)][bN]");
}

TEST(PageTemplateTest, AnItemsOwnNameHidesTheOuterOne) {
  json values = {{"t", "outer"}, {"items", {{{"t", "inner"}}, {{"other", 1}}}}};
  EXPECT_EQ(Fill("{{#items}}{{t}} {{/items}}", values), "inner outer ");
}

TEST(PageTemplateTest, EmptyValuesLeaveTheirSectionOut) {
  json values = {{"a", ""}, {"b", json::array()}, {"c", false}, {"d", nullptr}, {"e", "x"}, {"f", 0}};
  EXPECT_EQ(Fill("{{#a}}a{{/a}}{{#b}}b{{/b}}{{#c}}c{{/c}}{{#d}}d{{/d}}{{#e}}e{{/e}}{{#f}}f{{/f}}", values), "ef");
  EXPECT_EQ(Fill("{{^a}}a{{/a}}{{^b}}b{{/b}}{{^c}}c{{/c}}{{^d}}d{{/d}}{{^e}}e{{/e}}{{^z}}z{{/z}}", values), "abcdz");
}

TEST(PageTemplateTest, AConditionIsThereOnceHoweverManyItemsThereAre) {
  json values = {{"items", {1, 2, 3}}, {"none", json::array()}, {"text", "x"}};
  EXPECT_EQ(Fill("{{?items}}<ul>{{#items}}<li>{{.}}</li>{{/items}}</ul>{{/items}}{{?none}}no{{/none}}", values),
            "<ul><li>1</li><li>2</li><li>3</li></ul>");
  EXPECT_EQ(Fill("{{?text}}[{{text}}]{{/text}}", values), "[x]");
}

TEST(PageTemplateTest, ASectionMayAskForOneWord) {
  EXPECT_EQ(Fill("{{#icon=star}}S{{/icon=star}}{{#icon=heart}}H{{/icon=heart}}", {{"icon", "heart"}}), "H");
}

TEST(PageTemplateTest, BrokenMarksAreNamed) {
  for (const char* text : {"{{a", "{{}}", "{{#}}", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}", "{{#a}}{{#b}}{{/a}}{{/b}}"}) {
    EXPECT_THAT(PageTemplate::Parse(text), StatusIs(absl::StatusCode::kInvalidArgument)) << text;
  }
  EXPECT_NE(PageTemplate::Parse("x{{#open}}y").status().message().find("{{open}} is not closed"), std::string::npos);
}

}  // namespace
}  // namespace academy::edge
