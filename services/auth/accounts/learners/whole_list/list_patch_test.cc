#include "services/auth/accounts/learners/whole_list/list_patch.h"

#include <gtest/gtest.h>

#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::auth {
namespace {

std::string Row(const std::string& id, const std::string& fullname) {
  v1::Learner learner;
  learner.set_id(id);
  learner.set_fullname(fullname);
  std::string row;
  AppendField(v1::ListLearnersResponse::kResultFieldNumber, learner, row);
  return row;
}

// Letters are the ids of learners without a name.
std::string List(const std::string& ids) {
  std::string rows;
  for (char id : ids) rows += Row(std::string(1, id), "");
  return ListOfRows(rows);
}

// The ids of a list, names behind them; `refused` if there is none.
std::string Shown(const std::optional<std::string>& wire) {
  v1::ListLearnersResponse list;
  if (!wire.has_value() || !list.ParseFromString(*wire)) return "refused";
  std::string shown;
  for (const v1::Learner& learner : list.result()) shown += learner.id() + learner.fullname();
  EXPECT_EQ(list.message(), shown.empty() ? "No data found." : "Fetched Successfully");
  return shown;
}

TEST(ListPatchTest, WithoutChangesTheListIsTheSame) {
  EXPECT_EQ(Patched(List("abc"), {}), List("abc"));
  EXPECT_EQ(Patched(List(""), {}), List(""));
}

TEST(ListPatchTest, RowsAreRemovedReplacedAndAdded) {
  EXPECT_EQ(Shown(Patched(List("abcd"), {.removed = {"a", "c"}})), "bd");
  EXPECT_EQ(Shown(Patched(List("abc"), {.replaced = {{"b", Row("b", "+")}, {"c", Row("c", "-")}}})), "ab+c-");
  EXPECT_EQ(Shown(Patched(List("bd"), {.before = {{"b", {Row("a", "")}}, {"d", {Row("c", ""), Row("e", "")}}}})),
            "abced");
  EXPECT_EQ(Shown(Patched(List("a"), {.last = {Row("b", ""), Row("c", "")}})), "abc");
  EXPECT_EQ(Shown(Patched(List("abcdef"), {.removed = {"a", "d"},
                                           .replaced = {{"b", Row("b", "+")}},
                                           .before = {{"b", {Row("d", "1")}}, {"f", {Row("g", "")}}},
                                           .last = {Row("a", "2")}})),
            "d1b+cegfa2");
}

TEST(ListPatchTest, AnEmptyListHasItsOwnMessage) {
  EXPECT_EQ(Shown(Patched(List("ab"), {.removed = {"a", "b"}})), "");
  EXPECT_EQ(Shown(Patched(List(""), {.last = {Row("a", "")}})), "a");
}

TEST(ListPatchTest, ARowThatIsNotThereMayBeRemovedButNothingElse) {
  EXPECT_EQ(Shown(Patched(List("ab"), {.removed = {"c"}})), "ab");
  EXPECT_EQ(Shown(Patched(List("ab"), {.replaced = {{"c", Row("c", "")}}})), "refused");
  EXPECT_EQ(Shown(Patched(List("ab"), {.before = {{"c", {Row("d", "")}}}})), "refused");
}

TEST(ListPatchTest, WhatIsNoListIsRefused) {
  const std::string list = List("abc");
  for (size_t size = 0; size < list.size(); ++size) {
    EXPECT_EQ(Patched(list.substr(0, size), {}), std::nullopt) << size;
  }
  EXPECT_EQ(Patched(list + "x", {}), std::nullopt);
}

}  // namespace
}  // namespace academy::auth
