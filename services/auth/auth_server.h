// Assembles auth: its database, services and background workers.
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
#include "services/auth/keys/auth_keys.h"
#include "services/auth/passwords/password_rules.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/sessions/session_manager.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/metrics.h"
#include "services/platform/health/health_board.h"
#include "services/platform/rpc/service_main.h"

namespace academy::auth {

struct AuthOptions {
  // SQLite file or postgresql:// URL.
  std::string database_url;
  // DatabaseOptions.marker.
  std::string database_marker;
  bool migrate = true;
  AuthKeys keys;
  LearnerSessionLimits learner_sessions;
  // Permits managers' sign-up even when managers exist.
  bool allow_manager_signup = false;
  BotCheckPolicy bot_check = BotCheckPolicy::kAdaptive;
  // Makes reCAPTCHA the bot check, in place of ALTCHA.
  std::optional<RecaptchaOptions> recaptcha;
  // Returns the academy's public URL, with which links in mails begin.
  std::function<std::string()> public_url = [] { return std::string("http://127.0.0.1:8080"); };
  // smtp://[user:password@]host[:port] or smtps://...; empty leaves mails waiting in the outbox.
  std::string smtp_url;
  // PEM file of the authorities that may sign the mail server's certificate; empty for the system's.
  std::string smtp_ca;
  // Sender of mails: `address` or `Name <address>`.
  std::string mail_from = "academy@localhost";
  // The academy's time zone while owners have published none, for days and for times in mails.
  absl::TimeZone zone = absl::UTCTimeZone();
  // Whether what the site marks as placeholders counts, as in a demonstration.
  bool demo_content = false;
  // Returns the address for visitors' messages while owners have published none; empty closes the form. Called for each
  // message, on any thread.
  std::function<std::string()> contact_address = [] { return std::string(); };
  // Returns the academy's name in a language while owners have published none, for authenticator apps. Called on any
  // thread.
  std::function<std::string(const std::string& language)> academy_name = [](const std::string&) {
    return std::string("Academy");
  };
  // Whether every manager must have a second factor.
  bool require_two_factor = false;
  // Whether Mailbox.ListMails is open.
  bool dev_mail = false;
  PasswordCost password_cost;
  // How long deleted learners can be restored.
  int bin_days = kDefaultBinDays;
  // Counts calls, transactions, queues and mails; may be null.
  Metrics* metrics = nullptr;
  // Takes the spans of sampled calls; may be null.
  std::shared_ptr<SpanExporter> spans = nullptr;
  // Is told how the service is; may be null.
  HealthBoard* health = nullptr;
  // Replaces Argon2id and `password_cost`; for tests.
  std::shared_ptr<const PasswordFunction> password_function;
  // Minimum characters of a new password, 6 to 64; above 6 the most common passwords are refused too.
  size_t password_minimum = PasswordRules::kMinMinimum;
  // File for the code that the first manager's sign-up requires; empty requires none.
  std::filesystem::path setup_code_file;
};

class AuthServer final : public ServiceServer {
 public:
  // Errors of Database::Open, CheckKeys and SetupCode::Open; INVALID_ARGUMENT invalid_flag for an unusable SMTP URL,
  // sender or reCAPTCHA options. `clock` must outlive the server.
  static absl::StatusOr<std::unique_ptr<AuthServer>> Create(const AuthOptions& options,
                                                            const Clock& clock = Clock::System());
  // Destroy it after all calls have ended.
  ~AuthServer() override;

  std::vector<grpc::Service*> services() override;
  void Drain() override;
  // Runs one round of housekeeping now: ends expired sessions and deletes old records. The server does so by itself
  // every few seconds.
  absl::Status Sweep();
  // Deletes for good who was in the bin for long enough, as the server does by itself every hour.
  absl::Status PurgeBin();
  // Removes the second factor of the manager with an e-mail address, for whoever owns this machine: TwoFactor's
  // ResetFactorsOf. NOT_FOUND manager_not_found.
  absl::Status ResetFactorsOf(const std::string& email);
  // Takes rotated keys up now, as the server does by itself every few seconds.
  absl::Status KeepKeys();

 private:
  struct Members;
  explicit AuthServer(std::unique_ptr<Members> members);

  const std::unique_ptr<Members> members_;
};

}  // namespace academy::auth
