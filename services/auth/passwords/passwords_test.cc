#include "services/auth/passwords/passwords.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "services/auth/testing/held_passwords.h"

namespace academy::auth {
namespace {

TEST(Passwords, AreArgon2idWithNineteenMebibytesTwoPassesOneLane) {
  EXPECT_TRUE(Passwords().Hash("secret1").starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
}

TEST(Passwords, VerifyTheRightOneOnly) {
  Passwords passwords;
  std::string encoded = passwords.Hash("secret1");
  EXPECT_TRUE(passwords.Verify(encoded, "secret1"));
  EXPECT_FALSE(passwords.Verify(encoded, "secret2"));
  EXPECT_FALSE(passwords.Verify("nonsense", "secret1"));
  EXPECT_NE(passwords.Hash("secret1"), encoded) << "each hash has its own salt";
}

TEST(Passwords, MoreCallersThanMayComputeTakeTurns) {
  Passwords one_at_a_time({.memory_bytes = 8192, .passes = 1}, /*at_once=*/1);
  std::string encoded = one_at_a_time.Hash("secret1");
  std::atomic<int> verified = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] { verified += one_at_a_time.Verify(encoded, "secret1") ? 1 : 0; });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(verified, 8);
}

TEST(Passwords, AreComputedOnThreadsThatGiveWayToTheirCallers) {
  auto niceness = [] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); };
  class Watched final : public PasswordFunction {
   public:
    explicit Watched(std::function<void()> computing) : computing_(std::move(computing)) {}
    std::string Hash(const std::string&) const override { return computing_(), "hashed"; }
    bool Verify(const std::string&, const std::string&) const override { return computing_(), true; }
    bool NeedsRehash(const std::string&) const override { return false; }

   private:
    const std::function<void()> computing_;
  };
  std::vector<int> seen;
  int ours = niceness();
  Passwords passwords(std::make_shared<Watched>([&] { seen.push_back(niceness()); }), /*at_once=*/1);
  passwords.Hash("secret1");
  passwords.Verify("hashed", "secret1");
  ASSERT_EQ(seen.size(), 3U) << "one of them for the password that nobody has";
  for (int niceness_seen : seen) EXPECT_TRUE(niceness_seen > ours || ours >= 5) << niceness_seen;
  EXPECT_EQ(niceness(), ours);
}

TEST(Passwords, WorkInTheBackgroundGoesOnBesidePeople) {
  Passwords two_at_once({.memory_bytes = 8192, .passes = 1}, /*at_once=*/2);
  std::string encoded = two_at_once.Hash("secret1");
  std::atomic<int> verified = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    Urgency urgency = i % 2 == 0 ? Urgency::kBackground : Urgency::kPerson;
    callers.emplace_back([&, urgency] { verified += two_at_once.Verify(encoded, "secret1", urgency) ? 1 : 0; });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(verified, 8);
}

TEST(Passwords, WorkInTheBackgroundComputesOnAllIdleCores) {
  auto held = std::make_shared<HeldPasswords>();
  Passwords two_at_once(held, /*at_once=*/2);
  const int before = held->begun();
  held->Hold();
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) callers.emplace_back([&] { two_at_once.Hash("secret1", Urgency::kBackground); });
  held->AwaitBegun(before + 2);
  held->Release();
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(held->begun(), before + 3);
}

TEST(Passwords, NobodyHasNoPassword) { EXPECT_FALSE(Passwords().VerifyNobody("secret1")); }

TEST(Passwords, AnotherCostAsksForANewHash) {
  Passwords today;
  Passwords cheaper({.memory_bytes = 8192, .passes = 1});
  EXPECT_FALSE(today.NeedsRehash(today.Hash("secret1")));
  EXPECT_TRUE(today.NeedsRehash(cheaper.Hash("secret1")));
  EXPECT_TRUE(today.Verify(cheaper.Hash("secret1"), "secret1"));
}

}  // namespace
}  // namespace academy::auth
