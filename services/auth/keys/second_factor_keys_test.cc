// The keys that encrypt the secrets of authenticator apps: their rotation, and databases that need other keys.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "services/auth/auth_server.h"
#include "services/auth/factors/second_factors.h"
#include "services/auth/factors/totp.h"
#include "services/auth/testing/authenticator.h"
#include "services/auth/testing/keys_fixture.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

class SecondFactorKeysTest : public KeysTest {
 protected:
  static void AManager(Database& database, const std::string& id) {
    ASSERT_OK(Run(database,
                  "INSERT INTO managers (id, email, email_key, fullname, password_hash, last_login_at,"
                  " previous_login_at, created_at, role)"
                  " VALUES ('" +
                      id + "', '" + id + "', '" + id + "', 'Mona', '', 0, 0, 0, 'owner')"));
  }
  // Begins a set-up and returns the phone.
  Authenticator Begin(const std::string& id) {
    absl::StatusOr<std::string> secret =
        database_->Write([&](Transaction& tx) -> absl::StatusOr<std::string> { return factors_.BeginTotp(tx, id); });
    EXPECT_OK(secret);
    return Authenticator(TotpBase32(*secret), clock_);
  }
  absl::Status Confirm(const std::string& id, const std::string& code) {
    return database_->Write([&](Transaction& tx) { return factors_.ConfirmTotp(tx, id, code); });
  }
  absl::StatusOr<std::string> Use(Database& database, const std::string& id, const std::string& code) {
    return database.Write([&](Transaction& tx) { return factors_.Use(tx, id, {.code = code, .recovery_code = {}}); });
  }
  absl::StatusOr<std::string> Use(const std::string& id, const std::string& code) { return Use(*database_, id, code); }
  // Starts auth over a database.
  absl::Status StartOver(const std::string& url, const AuthKeys& keys) const {
    return AuthServer::Create({.database_url = url, .keys = keys}, clock_).status();
  }

  const SecondFactors factors_{keys_.second_factor, clock_, /*required=*/false};
};
INSTANTIATE_TEST_SUITE_P(Engines, SecondFactorKeysTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SecondFactorKeysTest, SecretsAreEncryptedAgainAndTheOldKeyGoes) {
  AManager(*database_, "mona");
  Authenticator phone = Begin("mona");
  ASSERT_OK(Confirm("mona", phone.Code()));
  std::string first = keys_.second_factor.Current().id;
  Rotate(key::kSecondFactor);
  ASSERT_OK(Keep());
  clock_.Advance(absl::Hours(25));
  ASSERT_OK(Keep());
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(keys_.second_factor.Find(first), std::nullopt);
  EXPECT_THAT(Use("mona", phone.Code()), IsOkAndHolds(std::string(factor::kTotp)));
}

TEST_P(SecondFactorKeysTest, ASetUpThatBeganBeforeARotationIsFinishedAfterIt) {
  AManager(*database_, "mona");
  Authenticator phone = Begin("mona");
  Rotate(key::kSecondFactor);
  ASSERT_OK(Keep());
  clock_.Advance(absl::Minutes(50));
  ASSERT_OK(Confirm("mona", phone.Code()));
  clock_.Advance(absl::Hours(1));
  EXPECT_OK(Use("mona", phone.Code()));
  ASSERT_OK(Keep());
  clock_.Advance(absl::Hours(25));
  ASSERT_OK(Keep());
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(keys_.second_factor.Accepted().size(), 1u);
  EXPECT_OK(Use("mona", phone.Code()));
}

TEST_P(SecondFactorKeysTest, AuthDoesNotStartOverSecretsOfOtherKeys) {
  AManager(*database_, "mona");
  ASSERT_OK(Confirm("mona", Begin("mona").Code()));
  AuthKeys lost = keys_;
  lost.second_factor = KeyRing::Fixed("other");
  EXPECT_THAT(StartOver(database_.url(), lost), HasReason("key_missing"));
  EXPECT_OK(StartOver(database_.url(), keys_));
  Rotate(key::kSecondFactor);
  EXPECT_OK(StartOver(database_.url(), keys_));
}

TEST_P(SecondFactorKeysTest, SecretsOfBeforeTheUpgradeStayInUse) {
  TestDatabase older(GetParam(), MigrationsBefore(22));
  for (const char* id : {"confirmed", "begun", "both"}) AManager(*older, id);
  std::string secret = NewTotpSecret();
  std::string other = NewTotpSecret();
  auto row = [&](const std::string& id, const std::string& used, const std::string& pending) {
    auto sealed = [&](const std::string& raw) {
      return raw.empty() ? "" : keys_.second_factor.Encrypt(raw, "totp:" + id);
    };
    ASSERT_OK(Run(*older,
                  "INSERT INTO totp_factors (manager_id, secret, pending_secret, pending_at, used_step) VALUES"
                  " ('" +
                      id + "', '" + sealed(used) + "', '" + sealed(pending) + "', " + std::to_string(clock_.Now()) +
                      ", 5)"));
  };
  row("confirmed", secret, "");
  row("begun", "", other);
  row("both", secret, other);
  auto upgraded = Database::Open({.url = older.url()}, Migrations());
  ASSERT_OK(upgraded);
  Authenticator phone(TotpBase32(secret), clock_);
  Authenticator next(TotpBase32(other), clock_);
  EXPECT_OK(Use(**upgraded, "confirmed", phone.Code()));
  EXPECT_OK(Use(**upgraded, "both", phone.Code()));
  auto factors = [&](const std::string& id) {
    return (*upgraded)->Read([&](soci::session& sql) -> absl::StatusOr<bool> { return factors_.IsOn(sql, id); });
  };
  EXPECT_THAT(factors("begun"), IsOkAndHolds(false));
  for (const char* id : {"begun", "both"}) {
    EXPECT_OK((*upgraded)->Write([&](Transaction& tx) { return factors_.ConfirmTotp(tx, id, next.Code()); }));
    EXPECT_THAT(factors(id), IsOkAndHolds(true));
  }
  AuthKeys lost = keys_;
  lost.second_factor = KeyRing::Fixed("other");
  EXPECT_THAT(StartOver(older.url(), lost), HasReason("key_missing"));
}

}  // namespace
}  // namespace academy::auth
