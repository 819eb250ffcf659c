#include "services/auth/passwords/argon2/argon2id.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace academy::auth {
namespace {

constexpr PasswordCost kCheap{.memory_bytes = 8 * 1024 * 1024, .passes = 1};

std::string HashBySodium(const std::string& password, const PasswordCost& cost) {
  char encoded[crypto_pwhash_STRBYTES];
  EXPECT_EQ(crypto_pwhash_str_alg(encoded, password.data(), password.size(), cost.passes, cost.memory_bytes,
                                  crypto_pwhash_ALG_ARGON2ID13),
            0);
  return encoded;
}

class Argon2idTest : public testing::TestWithParam<Argon2Variant> {
 protected:
  Argon2idTest() { EXPECT_GE(sodium_init(), 0); }
};

TEST_P(Argon2idTest, LibsodiumAgreesBothWays) {
  std::vector<std::string> texts = {"", "a", "secret1", "كلمة السر", std::string("\0zero", 5), std::string(128, 'x')};
  for (const PasswordCost& cost : {PasswordCost(), kCheap, PasswordCost{.memory_bytes = 8192, .passes = 3}}) {
    auto function = MakeArgon2id(cost, GetParam());
    for (const std::string& password : texts) {
      std::string ours = function->Hash(password);
      EXPECT_EQ(crypto_pwhash_str_verify(ours.c_str(), password.data(), password.size()), 0) << ours;
      std::string theirs = HashBySodium(password, cost);
      EXPECT_TRUE(function->Verify(theirs, password)) << theirs;
      EXPECT_FALSE(function->Verify(theirs, password + "x"));
      EXPECT_FALSE(function->NeedsRehash(theirs));
    }
  }
}

TEST_P(Argon2idTest, ManyThreadsComputeAtTheSameTime) {
  auto function = MakeArgon2id(kCheap, GetParam());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, password = "secret" + std::to_string(i)] {
      std::string encoded = HashBySodium(password, kCheap);
      EXPECT_TRUE(function->Verify(encoded, password));
      EXPECT_FALSE(function->Verify(encoded, "another"));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_P(Argon2idTest, LeavesNothingInMemory) {
  auto memory = std::make_shared<HashMemory>();
  auto function = MakeArgon2id(kCheap, GetParam(), memory);
  function->Verify(function->Hash("secret1"), "secret1");
  HashMemory::Block block = memory->Take(kCheap.memory_bytes);
  EXPECT_EQ(memory->mapped(), block.size()) << "it is the block of the computation";
  EXPECT_TRUE(std::all_of(block.data(), block.data() + block.size(), [](uint8_t byte) { return byte == 0; }));
}

INSTANTIATE_TEST_SUITE_P(Variants, Argon2idTest, testing::ValuesIn(UsableArgon2Variants()),
                         [](const auto& variant) { return std::string(variant.param.name); });

TEST(Argon2id, RefusesWhatIsNoHashOrAsksForTooMuch) {
  auto function = MakeArgon2id(kCheap);
  std::string good = function->Hash("secret1");
  std::string part = good.substr(good.find("p=1"));
  for (const std::string& encoded :
       {std::string(), std::string("nonsense"), good.substr(0, good.rfind('$')), "$argon2i$v=19$m=8192,t=1," + part,
        "$argon2id$v=19$m=4294967295,t=1," + part, "$argon2id$v=19$m=8192,t=4294967295," + part}) {
    EXPECT_FALSE(function->Verify(encoded, "secret1")) << encoded;
    EXPECT_TRUE(function->NeedsRehash(encoded)) << encoded;
  }
}

TEST(Argon2id, HasAVariantForEveryProcessor) {
  EXPECT_EQ(UsableArgon2Variants().back().name, "plain");
  auto is_it = [](const Argon2Variant& variant) { return variant.name == FastestArgon2Variant().name; };
  EXPECT_TRUE(std::any_of(UsableArgon2Variants().begin(), UsableArgon2Variants().end(), is_it));
}

}  // namespace
}  // namespace academy::auth
