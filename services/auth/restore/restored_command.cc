#include "services/auth/restore/restored_command.h"

#include <iostream>
#include <memory>
#include <string>

#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/text.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/schema.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"
#include "services/platform/encoding/hex.h"

namespace academy::auth {
namespace {

constexpr char kNotSent[] = "Restored from a backup before it was sent";

absl::Status Settle(const RestoredCommand& command) {
  ASSIGN_OR_RETURN(std::string url, command.database_url);
  if (url.empty()) {
    std::filesystem::path file = command.data / "auth" / "auth.db";
    if (!std::filesystem::exists(file)) {
      return Error(absl::StatusCode::kFailedPrecondition, "no_database", "there is no " + file.string());
    }
    url = file.string();
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = url, .readers = 1, .exclusive = true}, Migrations()));
  UnixMillis now = Clock::System().Now();
  std::string password = NewToken();
  ManagerRecord manager{.id = NewId(now), .email = "backup-check-" + Hex(RandomBytes(8)) + "@academy.invalid"};
  if (command.check_manager) {
    manager.email_key = EmailKey(manager.email);
    manager.fullname = "Backup check";
    manager.language = "en";
    manager.created_at = now;
    manager.password_hash = Passwords().Hash(password);
  }
  RETURN_IF_ERROR(database->Write([&](Transaction& tx) -> absl::Status {
    EndAllSessions(tx.sql(), session_reason::kExpired, now);
    FailWaitingMails(tx.sql(), kNotSent);
    if (command.check_manager) InsertManager(tx.sql(), manager);
    return absl::OkStatus();
  }));
  if (command.check_manager) std::cout << manager.email << " " << password << std::endl;
  return absl::OkStatus();
}

}  // namespace

int RunRestoredCommand(const RestoredCommand& command) {
  absl::Status settled = Settle(command);
  if (settled.ok()) return 0;
  std::cerr << "Cannot settle the restored data: " << MessageOf(settled) << std::endl;
  return 1;
}

}  // namespace academy::auth
