// The auth process: people, credentials, sessions and mail.
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/auth/audit/audit_command.h"
#include "services/auth/auth_server.h"
#include "services/auth/bot_check/recaptcha_flags.h"
#include "services/auth/contact/contact_address.h"
#include "services/auth/factors/academy_name.h"
#include "services/auth/factors/reset_command.h"
#include "services/auth/keys/auth_keys.h"
#include "services/auth/keys/database_keys.h"
#include "services/auth/mail/smtp/trial_command.h"
#include "services/auth/restore/restored_command.h"
#include "services/auth/schema.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/base/flags.h"
#include "services/platform/base/process.h"
#include "services/platform/base/status.h"
#include "services/platform/base/time_zone.h"
#include "services/platform/keys/key_command.h"
#include "services/platform/rpc/service_main.h"

ABSL_DECLARE_FLAG(std::string, data);
ABSL_FLAG(std::string, smtp, "", "smtp://host[:port] or smtps://...; empty leaves mails waiting.");
ABSL_FLAG(std::string, smtp_file, "",
          "File with that address, for one with user and password, smtps://user:password@...");
ABSL_FLAG(std::string, smtp_ca, "", "PEM file of the authorities that may sign the mail server's certificate.");
ABSL_FLAG(std::string, mail_from, "academy@localhost", "Sender of mails: `address` or `Name <address>`.");
ABSL_FLAG(std::string, site, "site",
          "Folder of the academy's own content; its site.json has its name and the address for messages.");
ABSL_FLAG(std::string, public_url, "", "The academy's public URL; empty for the edge's address.");
ABSL_FLAG(std::string, bot_check, "adaptive", "When to ask for the bot check: adaptive, always or off.");
ABSL_FLAG(std::string, timezone, "Asia/Riyadh",
          "The academy's time zone while owners have set none, for days and for times in mails.");
ABSL_FLAG(bool, allow_manager_signup, false, "Allow managers to sign up even when managers exist.");
ABSL_FLAG(bool, setup_code, false, "Require the code in <data>/run/setup-code for the first manager's sign-up.");
ABSL_FLAG(int, password_minimum, 6, "Minimum length of a new password, 6 to 64; above 6 common ones are refused too.");
ABSL_FLAG(bool, require_two_factor, false, "Let managers without a second factor do nothing but set one up.");
ABSL_FLAG(absl::Duration, learner_session_idle, academy::auth::LearnerSessionLimits().idle,
          "How long a learner's session lives without being used; 0 for no limit.");
ABSL_FLAG(absl::Duration, learner_session_max, academy::auth::LearnerSessionLimits().max,
          "How long a learner's session lives at most; 0 for no limit.");
ABSL_FLAG(int, bin_days, academy::kDefaultBinDays, "Days in which deleted learners can be restored, 1 to 365.");
ABSL_FLAG(bool, demo_content, false, "Take what the site marks as placeholders for the truth (demonstrations).");
ABSL_FLAG(bool, dev_mail, false, "Show the outbox to the other processes (development and demonstrations).");
ABSL_FLAG(bool, verify_audit, false, "Verify the audit trail, whether or not the academy is running, and exit.");
ABSL_FLAG(bool, list_keys, false, "List the keys of the data folder, without their secrets, and exit.");
ABSL_FLAG(std::string, rotate_keys, "", "Give these keys of the data folder, `all` or `calls` a new one, and exit.");
ABSL_FLAG(std::string, reset_factors, "",
          "Remove the second factor of the manager with this e-mail address, whether or not the academy is running, and"
          " exit.");
ABSL_FLAG(bool, try_mail, false, "Connect to the mail server, sign in, print how it went, and exit.");
ABSL_FLAG(std::string, try_mail_to, "", "With --try_mail: send a mail to this address too.");
ABSL_FLAG(bool, restored, false, "End sessions and waiting mails of data restored from a backup, and exit.");
ABSL_FLAG(bool, check_manager, false, "With --restored: make a manager for the check of a backup and print it.");
ABSL_FLAG(absl::Duration, rotate_after, academy::kRotateAfter, "With --rotate_keys: when the new key is used.");
ABSL_FLAG(std::string, head, "",
          "With --verify_audit: a head noted earlier, <position>:<hash>, that must be in the trail.");

namespace academy::auth {
namespace {

absl::StatusOr<BotCheckPolicy> ReadPolicy(const std::string& name) {
  if (name == "adaptive") return BotCheckPolicy::kAdaptive;
  if (name == "always") return BotCheckPolicy::kAlways;
  if (name == "off") return BotCheckPolicy::kOff;
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--bot-check is adaptive, always or off");
}

// Returns the flag's value, or the URL that the edge published when it bound its port. Read for each mail, because the
// edge may start after auth.
std::function<std::string()> PublicUrl(const Process& process) {
  std::string url = absl::GetFlag(FLAGS_public_url);
  while (url.ends_with('/')) url.pop_back();
  if (!url.empty()) return [url] { return url; };
  return [file = process.run_folder() / "edge.addr"] {
    std::string address;
    std::ifstream(file) >> address;
    return "http://" + (address.empty() ? "127.0.0.1:8080" : address);
  };
}

absl::StatusOr<size_t> ReadPasswordMinimum(int minimum) {
  if (minimum >= static_cast<int>(PasswordRules::kMinMinimum) &&
      minimum <= static_cast<int>(PasswordRules::kMaxMinimum)) {
    return static_cast<size_t>(minimum);
  }
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--password-minimum is 6 to 64");
}

absl::StatusOr<LearnerSessionLimits> ReadSessionLimits() {
  LearnerSessionLimits limits{.idle = absl::GetFlag(FLAGS_learner_session_idle),
                              .max = absl::GetFlag(FLAGS_learner_session_max)};
  if (limits.idle >= absl::ZeroDuration() && limits.max >= absl::ZeroDuration()) return limits;
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag",
               "--learner-session-idle and --learner-session-max are times, or 0");
}

MailTrial MailTrialFromFlags() {
  MailTrial trial{
      .smtp = SmtpOptions{.url = "", .from = absl::GetFlag(FLAGS_mail_from), .ca_file = absl::GetFlag(FLAGS_smtp_ca)},
      .to = absl::GetFlag(FLAGS_try_mail_to),
      .public_url = absl::GetFlag(FLAGS_public_url)};
  absl::StatusOr<std::string> url = SecretFromFlags("smtp", absl::GetFlag(FLAGS_smtp), absl::GetFlag(FLAGS_smtp_file));
  if (url.ok()) {
    trial.smtp->url = *url;
  } else {
    trial.smtp = url.status();
  }
  trial.zone = FindTimeZone(absl::GetFlag(FLAGS_timezone)).value_or(absl::UTCTimeZone());
  return trial;
}

absl::StatusOr<KeyFolder::Missing> MissingKeys() {
  ASSIGN_OR_RETURN(std::string database_url, DatabaseUrlFromFlags());
  return MissingKeysOf(absl::GetFlag(FLAGS_data), database_url);
}

absl::StatusOr<std::unique_ptr<ServiceServer>> Create(const ServiceContext& context) {
  const Process& process = context.process;
  ASSIGN_OR_RETURN(AuthKeys keys, AuthKeys::Open(process.keys(), context.callers));
  AuthOptions options{
      .database_url = context.database_url, .database_marker = context.database_marker, .keys = std::move(keys)};
  options.allow_manager_signup = absl::GetFlag(FLAGS_allow_manager_signup);
  ASSIGN_OR_RETURN(options.bot_check, ReadPolicy(absl::GetFlag(FLAGS_bot_check)));
  ASSIGN_OR_RETURN(options.recaptcha, RecaptchaFromFlags(absl::GetFlag(FLAGS_public_url)));
  ASSIGN_OR_RETURN(options.password_minimum, ReadPasswordMinimum(absl::GetFlag(FLAGS_password_minimum)));
  ASSIGN_OR_RETURN(options.learner_sessions, ReadSessionLimits());
  if (absl::GetFlag(FLAGS_setup_code)) options.setup_code_file = process.run_folder() / "setup-code";
  options.public_url = PublicUrl(process);
  ASSIGN_OR_RETURN(options.smtp_url,
                   SecretFromFlags("smtp", absl::GetFlag(FLAGS_smtp), absl::GetFlag(FLAGS_smtp_file)));
  options.smtp_ca = absl::GetFlag(FLAGS_smtp_ca);
  options.mail_from = absl::GetFlag(FLAGS_mail_from);
  std::optional<absl::TimeZone> zone = FindTimeZone(absl::GetFlag(FLAGS_timezone));
  if (!zone.has_value()) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--timezone names no time zone");
  }
  options.zone = *zone;
  options.demo_content = absl::GetFlag(FLAGS_demo_content);
  options.contact_address = [site = std::filesystem::path(absl::GetFlag(FLAGS_site)), examples = options.demo_content] {
    return ContactAddress(site, examples);
  };
  options.academy_name = [site = std::filesystem::path(absl::GetFlag(FLAGS_site))](const std::string& language) {
    return AcademyName(site, language);
  };
  options.require_two_factor = absl::GetFlag(FLAGS_require_two_factor);
  options.bin_days = absl::GetFlag(FLAGS_bin_days);
  if (options.bin_days < 1 || options.bin_days > kMaxBinDays) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--bin-days is 1 to 365");
  }
  options.dev_mail = absl::GetFlag(FLAGS_dev_mail);
  options.migrate = context.migrate;
  options.metrics = &process.metrics();
  options.spans = context.spans;
  options.health = &context.health;
  return AuthServer::Create(options);
}

}  // namespace
}  // namespace academy::auth

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Keeps an academy's people, credentials, sessions and mail.");
  if (absl::GetFlag(FLAGS_verify_audit)) {
    return academy::auth::PrintAuditVerdict({.data = absl::GetFlag(FLAGS_data),
                                             .database_url = academy::DatabaseUrlFromFlags(),
                                             .noted = absl::GetFlag(FLAGS_head)});
  }
  if (std::string email = absl::GetFlag(FLAGS_reset_factors); !email.empty()) {
    academy::auth::ResetCommand reset{
        .data = absl::GetFlag(FLAGS_data), .database_url = academy::DatabaseUrlFromFlags(), .email = std::move(email)};
    reset.zone = academy::FindTimeZone(absl::GetFlag(FLAGS_timezone)).value_or(absl::UTCTimeZone());
    return academy::auth::RunResetCommand(reset);
  }
  if (absl::GetFlag(FLAGS_try_mail)) return academy::auth::RunMailTrial(academy::auth::MailTrialFromFlags());
  if (absl::GetFlag(FLAGS_restored)) {
    return academy::auth::RunRestoredCommand({.data = absl::GetFlag(FLAGS_data),
                                              .database_url = academy::DatabaseUrlFromFlags(),
                                              .check_manager = absl::GetFlag(FLAGS_check_manager)});
  }
  academy::KeyCommand keys{.data = absl::GetFlag(FLAGS_data),
                           .rotate = absl::GetFlag(FLAGS_rotate_keys),
                           .after = absl::GetFlag(FLAGS_rotate_after)};
  if (absl::GetFlag(FLAGS_list_keys) || !keys.rotate.empty()) return academy::RunKeyCommand(keys);
  return academy::ServiceMain("auth", academy::auth::MissingKeys(), academy::auth::Migrations(), academy::auth::Create);
}
