#include "services/enrollment/upstream_sync/list_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/enrollment/testing/enrollment_fixture.h"
#include "services/enrollment/upstream_sync/absence_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::enrollment {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Ids = std::vector<std::string>;

class ListReaderTest : public EnrollmentUnderTest, public testing::WithParamInterface<Engine> {
 protected:
  static constexpr int kBatch = 3;

  ListReaderTest() : EnrollmentUnderTest(GetParam()) {
    Ids ids = {"l1", "l2", "l3"};
    for (int i = 4; i < 10; ++i) {
      ids.push_back("l" + std::to_string(i));
      upstreams_.auth.Put(ids.back(), "Learner");
    }
    EXPECT_OK(Assign("c1", ids));
    EXPECT_OK(Assign("c2", {"l1", "l2"}));
  }

  ListReader::Candidates Candidates(size_t max_kept = 100) {
    absl::StatusOr<ListReader::Candidates> candidates = reader_.FindCandidates(Caller(), ListKind::kLearners, max_kept);
    EXPECT_OK(candidates);
    return *std::move(candidates);
  }
  ReadLists Read(const ListReader::Candidates& candidates) {
    absl::StatusOr<ReadLists> lists = reader_.Read(Caller(), ListKind::kLearners, candidates);
    EXPECT_OK(lists);
    return *std::move(lists);
  }
  absl::Status Apply(const ReadLists& lists) {
    return ApplyList(deps_, ListKind::kLearners, lists.known, lists.listed);
  }
  Ids Absent() {
    Ids ids;
    EXPECT_OK(database_->Read([&](soci::session& sql) -> absl::Status {
      for (const Absence& absence : ListAbsences(sql, ListKind::kLearners)) ids.push_back(absence.id);
      return absl::OkStatus();
    }));
    return ids;
  }

  ListReader reader_{*database_, auth_, catalog_, kBatch};
};

TEST_P(ListReaderTest, NoQuestionIsLongerThanABatch) {
  ListReader::Candidates candidates = Candidates();
  EXPECT_EQ(candidates.listed, 9u);
  EXPECT_THAT(candidates.unlisted, IsEmpty());
  EXPECT_OK(Apply(Read(candidates)));
  EXPECT_EQ(upstreams_.auth.most_ids(), kBatch);
  EXPECT_THAT(Absent(), IsEmpty());
}

TEST_P(ListReaderTest, OnlyWhoDiffersIsKept) {
  upstreams_.auth.Remove("l5");
  ReadLists lists = Read(Candidates());
  EXPECT_THAT(lists.known.stored, ElementsAre("l5"));
  EXPECT_EQ(lists.known.listed_too, 8u);
  EXPECT_THAT(lists.listed.ids, IsEmpty());
  ASSERT_OK(Apply(lists));
  EXPECT_THAT(Absent(), ElementsAre("l5"));

  upstreams_.auth.Put("l5", "Learner");
  ASSERT_OK(Apply(Read(Candidates())));
  EXPECT_THAT(Absent(), IsEmpty());
}

TEST_P(ListReaderTest, WhoIsListedWhenAskedAboutOnceMoreIsNotMissing) {
  upstreams_.auth.Remove("l5");
  ListReader::Candidates candidates = Candidates();
  upstreams_.auth.Put("l5", "Learner");
  ReadLists lists = Read(candidates);
  EXPECT_THAT(lists.known.stored, IsEmpty());
  EXPECT_EQ(lists.known.listed_too, 9u);
  ASSERT_OK(Apply(lists));
  EXPECT_THAT(Absent(), IsEmpty());
}

// Otherwise a list that takes minutes would never be applied: in a large academy somebody always signs out.
TEST_P(ListReaderTest, WhatIsHandledDuringTheLongReadingDoesNotEndTheComparison) {
  upstreams_.auth.Remove("l5");
  ListReader::Candidates candidates = Candidates();
  ASSERT_OK(RemoveLearner(deps_, "l9", FeedPosition{"auth", AtPosition(7)}));
  ReadLists lists = Read(candidates);
  ASSERT_OK(Apply(lists));
  EXPECT_THAT(Absent(), ElementsAre("l5"));

  lists = Read(candidates);
  ASSERT_OK(RemoveLearner(deps_, "l8", FeedPosition{"auth", AtPosition(8)}));
  EXPECT_THAT(Apply(lists), StatusIs(absl::StatusCode::kAborted));
}

TEST_P(ListReaderTest, WhoWasRemovedIsTakenOffTheListOnlyWhenListedAgain) {
  ASSERT_OK(RemoveLearner(deps_, "l5", std::nullopt));
  upstreams_.auth.Remove("l5");
  ASSERT_OK(Apply(Read(Candidates())));
  EXPECT_THAT(Assign("c1", {"l5"}), HasReason("user_not_found"));
  upstreams_.auth.Put("l5", "Learner");
  ASSERT_OK(Apply(Read(Candidates())));
  EXPECT_OK(Assign("c1", {"l5"}));
}

TEST_P(ListReaderTest, AListThatLacksMoreThanIsKeptIsRefusedWithItsNumber) {
  for (const char* id : {"l6", "l7", "l8", "l9"}) upstreams_.auth.Remove(id);
  ASSERT_OK(Apply(Read(Candidates(/*max_kept=*/2))));
  EXPECT_THAT(Absent(), IsEmpty());
  std::vector<RefusedList> refused;
  ASSERT_OK(database_->Read([&](soci::session& sql) -> absl::Status {
    refused = FindRefusedList(sql, ListKind::kLearners);
    return absl::OkStatus();
  }));
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].missing, 4);
  EXPECT_EQ(refused[0].known, 9);
}

INSTANTIATE_TEST_SUITE_P(Engines, ListReaderTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::enrollment
