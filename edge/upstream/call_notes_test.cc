#include "edge/upstream/call_notes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace academy::edge {
namespace {

TEST(CallNotesTest, ARequestsCallsAreTakenOnce) {
  CallNotes notes;
  notes.OnLongCall({.service = "auth", .request_id = "one", .took = absl::Milliseconds(20)});
  notes.OnLongCall({.service = "catalog", .request_id = "two", .took = absl::Milliseconds(30)});
  notes.OnLongCall({.service = "enrollment", .request_id = "one", .took = absl::Milliseconds(40)});
  std::vector<LongCall> calls = notes.Take("one");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].service, "auth");
  EXPECT_EQ(calls[1].service, "enrollment");
  EXPECT_TRUE(notes.Take("one").empty());
  EXPECT_EQ(notes.Take("two").size(), 1u);
}

TEST(CallNotesTest, OnlyTheNewestAreRemembered) {
  CallNotes notes;
  for (size_t i = 0; i < 3 * CallNotes::kMaxRequests; ++i) {
    notes.OnLongCall({.service = "auth", .request_id = std::to_string(i)});
    // Those that were taken leave no place behind.
    if (i % 2 == 0) notes.Take(std::to_string(i));
  }
  EXPECT_TRUE(notes.Take("1").empty());
  EXPECT_EQ(notes.Take(std::to_string(3 * CallNotes::kMaxRequests - 1)).size(), 1u);
  for (size_t i = 0; i < 1000; ++i) notes.OnLongCall({.service = "auth", .request_id = "many"});
  EXPECT_EQ(notes.Take("many").size(), CallNotes::kMaxCalls);
}

}  // namespace
}  // namespace academy::edge
