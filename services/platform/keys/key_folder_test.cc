#include "services/platform/keys/key_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>

#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

using Missing = KeyFolder::Missing;

class KeyFolderTest : public testing::Test {
 protected:
  KeyFolderTest() : data_(std::filesystem::temp_directory_path() / ("keys_" + Hex(RandomBytes(8)))) {
    std::filesystem::create_directories(data_ / "run");
  }
  ~KeyFolderTest() override { std::filesystem::remove_all(data_); }

  KeyFolder Open() { return *KeyFolder::Open(data_, Missing::kMake, clock_); }
  std::string Secret(std::string_view purpose) { return Open().Ring(purpose)->Current().secret; }
  std::filesystem::path File(std::string_view purpose) { return data_ / "keys" / purpose; }
  void WriteCredential(const std::string& text) { std::ofstream(data_ / "run" / "credential") << text << "\n"; }

  const std::filesystem::path data_;
  FakeClock clock_;
};

TEST_F(KeyFolderTest, TheFirstStartMakesAKeyForEachPurposeThatOnlyItsOwnerReads) {
  KeyFolder folder = Open();
  struct stat info {};
  ASSERT_EQ(::stat((data_ / "keys").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  std::set<std::string> secrets;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    ASSERT_EQ(::stat(File(purpose.name).c_str(), &info), 0) << purpose.name;
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    absl::StatusOr<KeyRing> ring = folder.Ring(purpose.name);
    ASSERT_OK(ring);
    EXPECT_TRUE(secrets.insert(ring->Current().secret).second) << purpose.name;
  }
  EXPECT_THAT(folder.Ring("nonsense"), HasReason("key_purpose_unknown"));
}

TEST_F(KeyFolderTest, ProcessesThatStartTogetherHaveTheSameKeys) {
  std::vector<std::string> secrets(8);
  std::vector<std::thread> threads;
  for (std::string& secret : secrets) threads.emplace_back([&] { secret = Secret(key::kMedia); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set<std::string>(secrets.begin(), secrets.end()).size(), 1u);
}

// The values are those that the program before derived from this credential.
TEST_F(KeyFolderTest, AnAcademyWithoutAKeyRingKeepsTheKeysOfItsCredential) {
  const std::string credential(64, 'a');
  WriteCredential(credential);
  KeyFolder folder = Open();
  for (auto [purpose, label] : {std::pair{key::kMedia, "academy media token v1"}, std::pair{key::kBotCheck, "altcha"},
                                std::pair{key::kAuditSeal, "academy-audit-seal-1"}}) {
    absl::StatusOr<KeyRing> ring = folder.Ring(purpose);
    ASSERT_OK(ring);
    EXPECT_EQ(ring->Current().id, kImportedKey);
    EXPECT_EQ(ring->Current().secret, HmacSha256(credential, label)) << purpose;
  }
  EXPECT_NE(folder.Ring(key::kBank)->Current().id, kImportedKey) << "a copy of the credential must not decrypt";
  EXPECT_FALSE(std::filesystem::exists(data_ / "run" / "credential")) << "it would give all of them away";
}

TEST_F(KeyFolderTest, MachinesWithTheSameCredentialImportTheSameKeysOfCalls) {
  WriteCredential(std::string(64, 'a'));
  std::string first = Secret("edge-auth");
  std::filesystem::remove_all(data_ / "keys");
  WriteCredential(std::string(64, 'a'));
  EXPECT_EQ(Secret("edge-auth"), first);
  EXPECT_NE(Secret("edge-catalog"), first);
}

TEST_F(KeyFolderTest, AKeyThatWasLostIsNeverMadeAnew) {
  Secret(key::kBank);
  std::filesystem::remove(File(key::kBank));
  EXPECT_THAT(Open().Ring(key::kBank), HasReason("key_missing"));
  EXPECT_FALSE(std::filesystem::exists(File(key::kBank)));
  EXPECT_OK(Open().Ring(key::kMedia));
}

TEST_F(KeyFolderTest, WithoutTheFolderAnAcademyWithDataDoesNotStart) {
  Secret(key::kBank);
  std::filesystem::create_directories(data_ / "auth");
  std::ofstream(data_ / "auth" / "auth.db") << "data";
  std::filesystem::remove_all(data_ / "keys");
  EXPECT_THAT(KeyFolder::Open(data_, Missing::kMake, clock_), HasReason("key_missing"));
  EXPECT_FALSE(std::filesystem::exists(data_ / "keys"));
}

TEST_F(KeyFolderTest, NorDoesAnAcademyWhoseDatabasesAreOnAServer) {
  Secret(key::kBank);
  std::filesystem::create_directories(data_ / "databases");
  std::ofstream(data_ / "databases" / "catalog") << "id";
  std::filesystem::remove_all(data_ / "keys");
  EXPECT_THAT(KeyFolder::Open(data_, Missing::kMake, clock_), HasReason("key_missing"));
  EXPECT_FALSE(std::filesystem::exists(data_ / "keys"));
}

TEST_F(KeyFolderTest, AMachineWithPeersElsewhereMakesNothing) {
  absl::StatusOr<KeyFolder> folder = KeyFolder::Open(data_, Missing::kRefuse, clock_);
  ASSERT_OK(folder);
  EXPECT_THAT(folder->Ring("edge-auth"), HasReason("key_missing"));
  EXPECT_FALSE(std::filesystem::exists(data_ / "keys"));
}

TEST_F(KeyFolderTest, ADamagedFileIsAClearError) {
  Secret(key::kMedia);
  for (const char* text : {"", "purpose media\n", "purpose bank\nkey a b c d\n", "nonsense\n",
                           "purpose media\nkey id 2026-01-01T00:00:00Z 2026-01-01T00:00:00Z dG9vIHNob3J0\n"}) {
    std::ofstream(File(key::kMedia), std::ios::trunc) << text;
    EXPECT_THAT(Open().Ring(key::kMedia), HasReason("key_invalid")) << text;
  }
}

TEST_F(KeyFolderTest, RotationsAtTheSameTimeLoseNoKey) {
  KeyFolder folder = Open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_OK(folder.Rotate(key::kAuditSeal, absl::ZeroDuration())); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Open().Ring(key::kAuditSeal)->Accepted().size(), 9u);
}

TEST_F(KeyFolderTest, WhatIsAcceptedNoMoreCanBeRemoved) {
  KeyFolder folder = Open();
  std::string first = folder.Ring(key::kBotCheck)->Current().id;
  ASSERT_OK(folder.Rotate(key::kBotCheck, absl::ZeroDuration()));
  ASSERT_OK(folder.RemoveUnused(key::kBotCheck, {}));
  EXPECT_TRUE(folder.Ring(key::kBotCheck)->Find(first).has_value());
  clock_.Advance(absl::Minutes(16));
  ASSERT_OK(folder.Rotate(key::kBotCheck, absl::ZeroDuration()));
  EXPECT_FALSE(folder.Ring(key::kBotCheck)->Find(first).has_value());
  ASSERT_OK(folder.RemoveUnused(key::kBotCheck, {}));
  absl::StatusOr<std::vector<Key>> keys = ReadKeys(File(key::kBotCheck), key::kBotCheck);
  ASSERT_OK(keys);
  EXPECT_EQ(keys->size(), 2u);
  EXPECT_NE(keys->front().id, first);
}

TEST_F(KeyFolderTest, AKeyThatEncryptedStaysUntilNothingUsesItAndADayHasPassed) {
  KeyFolder folder = Open();
  std::string first = folder.Ring(key::kBank)->Current().id;
  absl::StatusOr<Key> second = folder.Rotate(key::kBank, absl::ZeroDuration());
  ASSERT_OK(second);
  auto has_first = [&] { return Open().Ring(key::kBank)->Find(first).has_value(); };
  ASSERT_OK(folder.RemoveUnused(key::kBank, {second->id}));
  EXPECT_TRUE(has_first());
  clock_.Advance(absl::Hours(25));
  ASSERT_OK(folder.RemoveUnused(key::kBank, {first, second->id}));
  EXPECT_TRUE(has_first());
  ASSERT_OK(folder.RemoveUnused(key::kBank, {second->id}));
  EXPECT_FALSE(has_first());
}

TEST_F(KeyFolderTest, TheKeysThatSealAreKeptForEver) {
  KeyFolder folder = Open();
  std::string first = folder.Ring(key::kAuditSeal)->Current().id;
  ASSERT_OK(folder.Rotate(key::kAuditSeal, absl::ZeroDuration()));
  clock_.Advance(absl::Hours(24 * 3650));
  ASSERT_OK(folder.Rotate(key::kAuditSeal, absl::ZeroDuration()));
  ASSERT_OK(folder.RemoveUnused(key::kAuditSeal, {}));
  EXPECT_TRUE(Open().Ring(key::kAuditSeal)->Find(first).has_value());
}

}  // namespace
}  // namespace academy
