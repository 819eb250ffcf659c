// Auth put together: database, stores' users, services and background workers.
//
// Thread-safe after Create.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/passwords/password_rules.h"
#include "services/auth/passwords/passwords.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/service_main.h"

namespace academy::auth {

struct AuthOptions {
  // SQLite file or postgresql:// URL.
  std::string database_url;
  // The academy's internal credential.
  std::string credential;
  // Permits managers' sign-up even when managers exist.
  bool allow_manager_signup = false;
  BotCheckPolicy bot_check = BotCheckPolicy::kAdaptive;
  // Makes reCAPTCHA the bot check, in place of ALTCHA.
  std::optional<RecaptchaOptions> recaptcha;
  // Says where people reach the academy; links in mails begin with it.
  std::function<std::string()> public_url = [] { return std::string("http://127.0.0.1:8080"); };
  // smtp://[user:password@]host[:port] or smtps://...; empty leaves mails waiting in the outbox.
  std::string smtp_url;
  // PEM file of the authorities that may sign the mail server's certificate; empty for the system's.
  std::string smtp_ca;
  // Sender of mails: `address` or `Name <address>`.
  std::string mail_from = "academy@localhost";
  // Where the academy's days begin and end, and in which mails tell times.
  absl::TimeZone zone = absl::UTCTimeZone();
  // Says where messages of visitors go; empty closes the form. Asked for each, on any thread.
  std::function<std::string()> contact_address = [] { return std::string(); };
  // Opens Mailbox.ListMails.
  bool dev_mail = false;
  PasswordCost password_cost;
  // Where calls, transactions, queues and mails are counted; nowhere when null.
  Metrics* metrics = nullptr;
  // In place of Argon2id of that cost; for tests.
  std::shared_ptr<const PasswordFunction> password_function;
  // Characters of a new password, 6 to 64; above 6 the most common passwords are refused too.
  size_t password_minimum = PasswordRules::kMinMinimum;
  // Where to keep the code that the first manager's sign-up needs; empty asks for none.
  std::filesystem::path setup_code_file;
};

class AuthServer final : public ServiceServer {
 public:
  // Statuses of Database::Open and SetupCode::Open; INVALID_ARGUMENT invalid_flag for an SMTP URL, a sender or
  // reCAPTCHA options that cannot be used.
  static absl::StatusOr<std::unique_ptr<AuthServer>> Create(const AuthOptions& options,
                                                            const Clock& clock = Clock::System());
  // All calls have ended before.
  ~AuthServer() override;

  std::vector<grpc::Service*> services() override;
  void Drain() override;
  // One round of housekeeping at once: expired sessions end, what is old is forgotten. The server does so by itself
  // every few seconds.
  absl::Status Sweep();

 private:
  struct Members;
  explicit AuthServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::auth
