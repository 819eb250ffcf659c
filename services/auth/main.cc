// The auth process: people, credentials, sessions and mail.
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/auth/audit_command.h"
#include "services/auth/auth_server.h"
#include "services/auth/contact_address.h"
#include "services/auth/recaptcha_flags.h"
#include "services/common/flags.h"
#include "services/common/log.h"
#include "services/common/process.h"
#include "services/common/rpc/server.h"
#include "services/common/status.h"

ABSL_FLAG(std::string, data, "data", "The academy's data folder.");
ABSL_FLAG(int, grpc_port, 0, "TCP port of the gRPC server; 0 takes a free one.");
ABSL_FLAG(std::string, grpc_bind, "127.0.0.1", "TCP address of the gRPC server.");
ABSL_FLAG(bool, reflection, false, "Serve gRPC reflection.");
ABSL_FLAG(std::string, db, "", "postgresql://... ; empty is SQLite under the data folder.");
ABSL_FLAG(std::string, smtp, "", "smtp://[user:password@]host[:port] or smtps://...; empty leaves mails waiting.");
ABSL_FLAG(std::string, smtp_ca, "", "PEM file of the authorities that may sign the mail server's certificate.");
ABSL_FLAG(std::string, mail_from, "academy@localhost", "Sender of mails: `address` or `Name <address>`.");
ABSL_FLAG(std::string, site, "site", "Folder of the academy's own content: its site.json says where messages go.");
ABSL_FLAG(std::string, public_url, "", "Where people reach the academy; empty is where the edge listens.");
ABSL_FLAG(std::string, bot_check, "adaptive", "When to ask for the bot check: adaptive, always or off.");
ABSL_FLAG(std::string, timezone, "Asia/Riyadh",
          "Where the academy's days begin and end, and in which mails tell times.");
ABSL_FLAG(bool, allow_manager_signup, false, "Allow managers to sign up even when managers exist.");
ABSL_FLAG(bool, setup_code, false, "Ask the first manager's sign-up for the code in <data>/run/setup-code.");
ABSL_FLAG(int, password_minimum, 6, "Characters of a new password, 6 to 64; above 6 common passwords are refused too.");
ABSL_FLAG(bool, dev_mail, false, "Show the outbox to the other processes (development and demonstrations).");
ABSL_FLAG(bool, verify_audit, false, "Verify the audit trail, beside a running academy or without one, and end.");
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

// The flag's, or what the edge published when it took its port; then asked anew for each mail, since the edge may come
// later than auth.
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
  if (minimum >= static_cast<int>(PasswordRules::kLeastMinimum) &&
      minimum <= static_cast<int>(PasswordRules::kGreatestMinimum)) {
    return static_cast<size_t>(minimum);
  }
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--password-minimum is 6 to 64");
}

absl::Status Run() {
  ASSIGN_OR_RETURN(Process process, Process::Start("auth", absl::GetFlag(FLAGS_data)));
  AuthOptions options;
  options.database_url = absl::GetFlag(FLAGS_db);
  if (options.database_url.empty()) options.database_url = (process.folder() / "auth.db").string();
  options.credential = process.credential();
  options.allow_manager_signup = absl::GetFlag(FLAGS_allow_manager_signup);
  ASSIGN_OR_RETURN(options.bot_check, ReadPolicy(absl::GetFlag(FLAGS_bot_check)));
  ASSIGN_OR_RETURN(options.recaptcha, RecaptchaFromFlags(absl::GetFlag(FLAGS_public_url)));
  ASSIGN_OR_RETURN(options.password_minimum, ReadPasswordMinimum(absl::GetFlag(FLAGS_password_minimum)));
  if (absl::GetFlag(FLAGS_setup_code)) options.setup_code_file = process.run_folder() / "setup-code";
  options.public_url = PublicUrl(process);
  options.smtp_url = absl::GetFlag(FLAGS_smtp);
  options.smtp_ca = absl::GetFlag(FLAGS_smtp_ca);
  options.mail_from = absl::GetFlag(FLAGS_mail_from);
  if (!absl::LoadTimeZone(absl::GetFlag(FLAGS_timezone), &options.zone)) {
    return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", "--timezone names no time zone");
  }
  options.contact_address = [site = std::filesystem::path(absl::GetFlag(FLAGS_site))] { return ContactAddress(site); };
  options.dev_mail = absl::GetFlag(FLAGS_dev_mail);
  options.metrics = &process.metrics();
  ASSIGN_OR_RETURN(std::unique_ptr<AuthServer> server, AuthServer::Create(options));
  return ServeUntilStopped(process,
                           {.grpc_port = absl::GetFlag(FLAGS_grpc_port),
                            .bind = absl::GetFlag(FLAGS_grpc_bind),
                            .reflection = absl::GetFlag(FLAGS_reflection)},
                           server->services(), {[&] { server->Drain(); }});
}

}  // namespace
}  // namespace academy::auth

int main(int argc, char** argv) {
  academy::ParseFlags(argc, argv, "Keeps an academy's people, credentials, sessions and mail.");
  if (absl::GetFlag(FLAGS_verify_audit)) {
    return academy::auth::PrintAuditVerdict({.data = absl::GetFlag(FLAGS_data),
                                             .database_url = absl::GetFlag(FLAGS_db),
                                             .noted = absl::GetFlag(FLAGS_head)});
  }
  absl::Status status = academy::auth::Run();
  if (status.ok()) return 0;
  academy::LogError("cannot run", {{"error", academy::MessageOf(status)}});
  return 1;
}
