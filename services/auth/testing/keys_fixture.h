// A key folder of real files, and a database whose keys are in it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "services/auth/audit/audit_trail.h"
#include "services/auth/keys/auth_keys.h"
#include "services/auth/keys/key_keeper.h"
#include "services/auth/schema.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {

class KeysTest : public testing::TestWithParam<Engine> {
 protected:
  KeysTest()
      : data_(std::filesystem::temp_directory_path() / ("keys_" + Hex(RandomBytes(8)))),
        folder_(
            (std::filesystem::create_directories(data_), *KeyFolder::Open(data_, KeyFolder::Missing::kMake, clock_))),
        keys_(*AuthKeys::Open(folder_, *CallerCheck::Open(folder_, "auth"))),
        database_(GetParam(), Migrations()),
        audit_(clock_, keys_.audit_seal) {}
  ~KeysTest() override { std::filesystem::remove_all(data_); }

  // The steps of a program that is older than the one with `version`.
  static std::vector<Migration> MigrationsBefore(int version) {
    std::vector<Migration> older;
    for (const Migration& migration : Migrations()) {
      if (migration.version < version) older.push_back(migration);
    }
    return older;
  }
  static absl::Status Run(Database& database, const std::string& statement) {
    return database.Write([&](Transaction& tx) {
      tx.sql() << statement;
      return absl::OkStatus();
    });
  }
  // Gives a ring a new key, which is current from then on. Returns its id.
  std::string Rotate(std::string_view purpose, absl::Duration after = absl::ZeroDuration()) {
    absl::StatusOr<Key> key = folder_.Rotate(purpose, after);
    EXPECT_OK(key);
    clock_.Advance(absl::Seconds(1));
    return key->id;
  }
  // As auth does at each start, and then every few seconds.
  absl::Status Keep() { return KeyKeeper(*database_, audit_, keys_, clock_).Keep(); }

  const std::filesystem::path data_;
  FakeClock clock_;
  const KeyFolder folder_;
  const AuthKeys keys_;
  TestDatabase database_;
  AuditTrail audit_;
};

}  // namespace academy::auth
