#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "services/auth/accounts/bank_store.h"
#include "services/auth/accounts/bank_upgrade.h"
#include "services/auth/audit/audit_verification.h"
#include "services/auth/testing/keys_fixture.h"

namespace academy::auth {
namespace {

constexpr char kIban[] = "SA0380000000608010167519";

class KeyRotationTest : public KeysTest {
 protected:
  using KeysTest::Run;
  absl::Status Run(const std::string& statement) { return Run(*database_, statement); }
  static std::string LearnerSql(const std::string& id) {
    return "INSERT INTO learners (id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash,"
           " active, activated, language, last_login_at, created_at) VALUES ('" +
           id + "', '" + id + "', '" + id + "', '', '', '', '', '', 1, 1, 'ar', 0, 0)";
  }
  void Put(const std::string& id) {
    ASSERT_OK(Run(LearnerSql(id)));
    ASSERT_OK(database_->Write([&](Transaction& tx) {
      PutBank(tx.sql(), keys_.bank, {.learner_id = id, .account_holder = "Layla", .bank_name = "Bank", .iban = kIban});
      return absl::OkStatus();
    }));
  }
  static absl::StatusOr<BankRecord> Find(Database& database, const KeyRing& keys, const std::string& id) {
    return database.Read([&](soci::session& sql) { return FindBank(sql, keys, id); });
  }
  absl::StatusOr<BankRecord> Find(const std::string& id) { return Find(*database_, keys_.bank, id); }
  int Count(const std::string& text) {
    int count = -1;
    EXPECT_OK(database_->Read([&](soci::session& sql) {
      sql << text, soci::into(count);
      return absl::OkStatus();
    }));
    return count;
  }
  void RecordOne() {
    ASSERT_OK(database_->Write([&](Transaction& tx) {
      audit_.Record(tx, {}, AuditEntry{.action = "course.created", .subject = {}});
      return absl::OkStatus();
    }));
    ASSERT_OK(audit_.ChainWaiting(*database_));
  }
  AuditVerdict Verify() { return *VerifyAudit(*database_, keys_.audit_seal); }
};
INSTANTIATE_TEST_SUITE_P(Engines, KeyRotationTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(KeyRotationTest, BankDetailsAreEncryptedAgainAndReadAllTheWhile) {
  for (int i = 0; i < 450; ++i) Put("l" + std::to_string(i));
  Rotate(key::kBank);
  std::string current = keys_.bank.Current().id;
  EXPECT_EQ(Find("l7")->iban, kIban);
  ASSERT_OK(Keep());
  EXPECT_EQ(Count("SELECT COUNT(*) FROM bank_details WHERE key_id = '" + current + "'"), 450);
  EXPECT_EQ(Find("l449")->iban, kIban);
  EXPECT_EQ(Count("SELECT COUNT(*) FROM data_keys WHERE purpose = 'bank'"), 1);
  clock_.Advance(absl::Hours(25));
  ASSERT_OK(Keep());
  EXPECT_EQ(keys_.bank.Accepted().size(), 2u) << "looks at most once a second";
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(keys_.bank.Accepted().size(), 1u);
  EXPECT_EQ(Find("l0")->iban, kIban);
}

TEST_P(KeyRotationTest, ARowThatWasMovedToAnotherLearnerIsNotRead) {
  Put("l1");
  ASSERT_OK(Run(LearnerSql("l2")));
  ASSERT_OK(Run("UPDATE bank_details SET learner_id = 'l2'"));
  EXPECT_THAT(Find("l2"), HasReason("sealed_text_invalid"));
}

TEST_P(KeyRotationTest, WithOtherKeysTheDatabaseIsRefused) {
  ASSERT_OK(CheckKeys(*database_, kBankDetails, keys_.bank));
  ASSERT_OK(CheckKeys(*database_, kBankDetails, keys_.bank)) << "again";
  EXPECT_THAT(CheckKeys(*database_, kBankDetails, KeyRing::Fixed("other")), HasReason("key_missing"));
  Rotate(key::kBank);
  EXPECT_OK(CheckKeys(*database_, kBankDetails, keys_.bank));
}

TEST_P(KeyRotationTest, TheAuditTrailSurvivesARotation) {
  RecordOne();
  Rotate(key::kAuditSeal);
  EXPECT_TRUE(Verify().whole()) << "before auth has taken the key up";
  ASSERT_OK(Keep());
  EXPECT_TRUE(Verify().whole());
  EXPECT_EQ(Count("SELECT COUNT(*) FROM audit_head WHERE seal LIKE '" + keys_.audit_seal.Current().id + ":%'"), 1);
  clock_.Advance(absl::Hours(24 * 365));
  RecordOne();
  EXPECT_TRUE(Verify().whole());
}

TEST_P(KeyRotationTest, AReplacedKeyCannotSealWhatCameAfterIt) {
  Key stolen = keys_.audit_seal.Current();
  Rotate(key::kAuditSeal);
  clock_.Advance(absl::Hours(1));
  RecordOne();
  AuditHead head = *database_->Read([](soci::session& sql) -> absl::StatusOr<AuditHead> { return LoadAuditHead(sql); });
  ASSERT_OK(Run("UPDATE audit_head SET seal = '" + AuditSeal(stolen, head.position, head.hash) + "'"));
  EXPECT_FALSE(Verify().whole());
}

TEST_P(KeyRotationTest, ASealWithoutAKeyIdIsOneOfTheImportedKey) {
  std::filesystem::remove_all(data_);
  std::filesystem::create_directories(data_ / "run");
  std::ofstream(data_ / "run" / "credential") << std::string(64, 'c');
  absl::StatusOr<KeyFolder> imported = KeyFolder::Open(data_, KeyFolder::Missing::kMake, clock_);
  ASSERT_OK(imported);
  absl::StatusOr<KeyRing> ring = imported->Ring(key::kAuditSeal);
  ASSERT_OK(ring);
  RecordOne();
  AuditHead head = *database_->Read([](soci::session& sql) -> absl::StatusOr<AuditHead> { return LoadAuditHead(sql); });
  std::string seal = AuditSeal(ring->Current(), head.position, head.hash);
  ASSERT_OK(Run("UPDATE audit_head SET seal = '" + seal.substr(seal.find(':') + 1) + "'"));
  EXPECT_TRUE(VerifyAudit(*database_, *ring)->whole());
  EXPECT_FALSE(Verify().whole());
}

TEST_P(KeyRotationTest, BankDetailsInClearAreEncryptedAndNothingOfThemRemains) {
  TestDatabase older(GetParam(), MigrationsBefore(18));
  for (int i = 0; i < 450; ++i) {
    std::string id = "l" + std::to_string(i);
    ASSERT_OK(Run(*older, LearnerSql(id)));
    ASSERT_OK(
        Run(*older, "INSERT INTO learner_banks (learner_id, account_holder, bank_name, iban, updated_at) VALUES ('" +
                        id + "', 'Layla', 'Bank', '" + kIban + "', 5)"));
  }
  // One whose details were removed: SQLite leaves their bytes in a free page.
  ASSERT_OK(Run(*older, "DELETE FROM learner_banks WHERE learner_id = 'l100'"));
  auto upgraded = Database::Open({.url = older.url()}, Migrations());
  ASSERT_OK(upgraded);
  ASSERT_OK(EncryptBanksInClear(**upgraded, keys_.bank));
  ASSERT_OK(EncryptBanksInClear(**upgraded, keys_.bank)) << "again";
  absl::StatusOr<BankRecord> bank = Find(**upgraded, keys_.bank, "l449");
  ASSERT_OK(bank);
  EXPECT_EQ(bank->iban, kIban);
  EXPECT_EQ(bank->account_holder, "Layla");
  EXPECT_EQ(bank->updated_at, 5);
  EXPECT_EQ(Find(**upgraded, keys_.bank, "l100")->iban, "");
  if (GetParam() != Engine::kSqlite) return;
  for (const char* suffix : {"", "-wal"}) {
    std::ifstream in(older.url() + suffix, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes.find(kIban), bytes.npos) << suffix;
  }
}

}  // namespace
}  // namespace academy::auth
