// Which keys auth processes on several machines may have.
#include "services/auth/keys/database_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "services/auth/testing/keys_fixture.h"

namespace academy::auth {
namespace {

using testing::HasSubstr;

class DatabaseKeysTest : public KeysTest {
 protected:
  ~DatabaseKeysTest() override { std::filesystem::remove_all(other_); }

  absl::Status Claim(const KeyFolder& folder) { return ClaimKeys(*database_, *folder.Names()); }
  // The keys of another machine, which made its own.
  KeyFolder Others() {
    std::filesystem::create_directories(other_);
    return *KeyFolder::Open(other_, KeyFolder::Missing::kMake, clock_);
  }
  // What the other machine gets by copying.
  void CopyKeys() {
    std::filesystem::remove_all(other_ / "keys");
    std::filesystem::create_directories(other_);
    std::filesystem::copy(data_ / "keys", other_ / "keys");
  }
  // What auth on that machine does about missing keys.
  absl::StatusOr<KeyFolder::Missing> MissingThere() { return MissingKeysOf(other_, database_.url()); }

  const std::filesystem::path other_ = data_.string() + "_other";
};
INSTANTIATE_TEST_SUITE_P(Engines, DatabaseKeysTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(DatabaseKeysTest, TheFirstKeysAreTheDatabases) {
  EXPECT_OK(Claim(folder_));
  EXPECT_OK(Claim(folder_)) << "at the next start";
  EXPECT_OK(Keep());
  Rotate(key::kAuditSeal);
  EXPECT_OK(Keep());
  EXPECT_OK(Claim(folder_));
}

TEST_P(DatabaseKeysTest, KeysOfAnotherMachineAreRefusedAndNothingIsWritten) {
  ASSERT_OK(Claim(folder_));
  absl::Status refused = Claim(Others());
  EXPECT_THAT(refused, HasReason("key_missing"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("keys/audit-seal"));
  EXPECT_THAT(std::string(refused.message()), HasSubstr("copy the folder keys from a machine"));
  EXPECT_OK(Claim(folder_));
  CopyKeys();
  EXPECT_OK(Claim(*KeyFolder::Open(other_, KeyFolder::Missing::kRefuse, clock_)));
}

TEST_P(DatabaseKeysTest, ACopyWithoutALaterKeyOfTheSealIsRefusedOnceThatIsKnown) {
  ASSERT_OK(Claim(folder_));
  CopyKeys();
  KeyFolder copy = *KeyFolder::Open(other_, KeyFolder::Missing::kRefuse, clock_);
  Rotate(key::kAuditSeal);
  EXPECT_OK(Claim(copy));
  ASSERT_OK(Keep());
  EXPECT_THAT(Claim(copy), HasReason("key_missing"));
}

TEST_P(DatabaseKeysTest, AnotherKeyOfTheSameIdIsRefused) {
  ASSERT_OK(Claim(folder_));
  std::vector<KeyName> names = *folder_.Names();
  names.back().fingerprint = std::string(64, '0');
  EXPECT_THAT(ClaimKeys(*database_, names), HasReason("key_foreign"));
}

TEST_P(DatabaseKeysTest, KeysThatAnOlderProgramNotedGetTheirFingerprints) {
  ASSERT_OK(Claim(folder_));
  ASSERT_OK(Run(*database_, "UPDATE known_keys SET fingerprint = ''"));
  EXPECT_OK(Claim(folder_));
  std::vector<KeyName> names = *folder_.Names();
  names.back().fingerprint = std::string(64, '0');
  EXPECT_THAT(ClaimKeys(*database_, names), HasReason("key_foreign"));
}

TEST_P(DatabaseKeysTest, OnAServerKeysAreMadeForADatabaseThatHadNone) {
  absl::StatusOr<KeyFolder::Missing> missing = MissingThere();
  ASSERT_OK(missing);
  EXPECT_EQ(*missing, KeyFolder::Missing::kMake);
}

TEST_P(DatabaseKeysTest, OnAServerNoKeysAreMadeForADatabaseThatHasSome) {
  if (GetParam() != Engine::kPostgresql) GTEST_SKIP() << "a file has one machine";
  ASSERT_OK(Claim(folder_));
  absl::StatusOr<KeyFolder::Missing> missing = MissingThere();
  EXPECT_THAT(missing, HasReason("key_missing"));
  EXPECT_THAT(std::string(missing.status().message()), HasSubstr(other_.string() + "/keys is missing"));
  EXPECT_FALSE(std::filesystem::exists(other_));
  CopyKeys();
  EXPECT_OK(MissingThere());
  std::filesystem::remove(other_ / "keys" / "made");
  EXPECT_OK(MissingThere()) << "all files are there";
  std::filesystem::remove(other_ / "keys" / "bot-check");
  EXPECT_THAT(std::string(MissingThere().status().message()), HasSubstr("/keys/bot-check is missing"));
}

TEST_P(DatabaseKeysTest, ADatabaseWithoutTablesHasHadNoKeys) {
  if (GetParam() != Engine::kPostgresql) GTEST_SKIP() << "a file has one machine";
  ASSERT_OK(Run(*database_, "DROP TABLE known_keys"));
  EXPECT_OK(MissingThere());
}

}  // namespace
}  // namespace academy::auth
