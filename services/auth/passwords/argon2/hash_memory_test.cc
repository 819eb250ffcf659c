#include "services/auth/passwords/argon2/hash_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace academy::auth {
namespace {

constexpr size_t kMebibyte = 1024 * 1024;

TEST(HashMemory, ABlockIsKeptForTheNextComputation) {
  HashMemory memory;
  uint8_t* first = nullptr;
  {
    HashMemory::Block block = memory.Take(19 * kMebibyte);
    EXPECT_GE(block.size(), 19 * kMebibyte);
    first = block.data();
    first[0] = 1;
    first[block.size() - 1] = 1;
  }
  EXPECT_EQ(memory.Take(19 * kMebibyte).data(), first);
}

TEST(HashMemory, ComputationsAtTheSameTimeHaveBlocksOfTheirOwn) {
  HashMemory memory;
  HashMemory::Block one = memory.Take(kMebibyte);
  HashMemory::Block other = memory.Take(kMebibyte);
  EXPECT_NE(one.data(), other.data());
  one.data()[0] = 1;
  EXPECT_EQ(other.data()[0], 0);
}

TEST(HashMemory, ABlockOfAnotherSizeIsNotTaken) {
  HashMemory memory;
  { HashMemory::Block small = memory.Take(kMebibyte); }
  EXPECT_GE(memory.Take(19 * kMebibyte).size(), 19 * kMebibyte);
}

TEST(HashMemory, WhatNobodyHasUsedForAWhileGoesBackToTheSystem) {
  HashMemory memory;
  std::optional<HashMemory::Block> working = memory.Take(kMebibyte);
  { HashMemory::Block idle = memory.Take(kMebibyte); }
  size_t both = memory.mapped();
  memory.Trim();
  EXPECT_EQ(memory.mapped(), both) << "it was used since the last time";
  memory.Trim();
  EXPECT_EQ(memory.mapped(), both / 2) << "the other is at work";
  working.reset();
  memory.Trim();
  EXPECT_EQ(memory.mapped(), both / 2);
  memory.Trim();
  EXPECT_EQ(memory.mapped(), 0U);
}

}  // namespace
}  // namespace academy::auth
