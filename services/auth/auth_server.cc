#include "services/auth/auth_server.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "services/auth/accounts/bank_service.h"
#include "services/auth/accounts/bank_upgrade.h"
#include "services/auth/accounts/learners/bin/learner_bin_service.h"
#include "services/auth/accounts/learners/exports/learner_export_service.h"
#include "services/auth/accounts/learners/learner_import_service.h"
#include "services/auth/accounts/learners/learner_lookup_service.h"
#include "services/auth/accounts/learners/learners_service.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/accounts/managers/managers_service.h"
#include "services/auth/accounts/profile_service.h"
#include "services/auth/audit/audit_chainer.h"
#include "services/auth/audit/audit_service.h"
#include "services/auth/bot_check/bot_check_service.h"
#include "services/auth/contact/contact_service.h"
#include "services/auth/factors/passkeys/passkeys_service.h"
#include "services/auth/factors/two_factor_service.h"
#include "services/auth/keys/database_keys.h"
#include "services/auth/keys/key_keeper.h"
#include "services/auth/mail/health/mail_health.h"
#include "services/auth/mail/mail_worker.h"
#include "services/auth/mail/mailbox_service.h"
#include "services/auth/mail/smtp/smtp_sender.h"
#include "services/auth/schema.h"
#include "services/auth/sessions/learner_sessions_service.h"
#include "services/auth/sessions/manager_sessions_service.h"
#include "services/auth/sessions/online/online_service.h"
#include "services/auth/sessions/sessions_service.h"
#include "services/auth/sessions/sweeper.h"
#include "services/auth/sign_in/learner_sign_in_service.h"
#include "services/auth/sign_in/manager_sign_in_service.h"
#include "services/auth/sign_in/recovery_service.h"
#include "services/auth/sign_in/setup_code.h"
#include "services/auth/site/academy_zone.h"
#include "services/auth/site/published_facts.h"
#include "services/auth/site/site_service.h"
#include "services/auth/site/site_store.h"
#include "services/auth/unlock/unlock_service.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/background/executor_watch.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/status.h"
#include "services/platform/db/clock/database_clock.h"
#include "services/platform/feed/feed_sweeper.h"
#include "services/platform/health/database_health.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::auth {
namespace {

constexpr size_t kHashesWaiting = 64;
// One batch at a time; batches of other files take turns.
constexpr Executor::Options kImportExecutor = {.threads = 1, .queue = 16};
constexpr Executor::Options kPasswordChanges = {.threads = 1, .queue = kHashesWaiting};
// For calls that wait for reCAPTCHA, which responds or fails within seconds.
constexpr Executor::Options kProofExecutor = {.threads = 16, .queue = 256};

size_t Cores() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace

// In order of construction: each member uses only those above it.
struct AuthServer::Members {
  Members(const AuthOptions& options, std::unique_ptr<Database> opened, const SetupCode& first_code,
          std::unique_ptr<MailSender> mail_sender, std::unique_ptr<RecaptchaVerifier> verifier, const Clock& machine)
      : demo_content(options.demo_content),
        keys(options.keys),
        database(std::move(opened)),
        clock(*database, machine),
        database_health("auth", *database, clock, {.health = options.health, .metrics = options.metrics}),
        setup_code(first_code),
        feed(*database, clock),
        passwords(options.password_function ? options.password_function : MakeArgon2id(options.password_cost)),
        password_rules(options.password_minimum),
        altcha(keys.bot_check, clock),
        recaptcha(std::move(verifier)),
        guard(*database, clock, altcha, recaptcha.get(), options.bot_check),
        sessions(feed, clock, options.learner_sessions),
        factors(keys.second_factor, clock, options.require_two_factor),
        passkeys(keys.bot_check, clock, options.public_url),
        outbox(clock),
        texts(options.public_url),
        zone(options.zone),
        audit(clock, keys.audit_seal),
        idempotent_calls(*database, clock),
        rpc(executor, keys.callers, options.metrics, &idempotent_calls, options.spans),
        visitors(guard,
                 {.hashing = hashing_executor, .short_calls = executor, .sign_ins = sign_ins, .proofs = proofs.get()}),
        deps{*database,
             feed,
             clock,
             passwords,
             password_rules,
             altcha,
             guard,
             sessions,
             factors,
             passkeys,
             outbox,
             texts,
             zone,
             online,
             audit,
             keys,
             rpc,
             hashing_executor,
             password_changes,
             import_executor,
             visitors},
        pump(feed),
        manager_sign_in(deps, setup_code, options.allow_manager_signup),
        manager_sessions(deps),
        two_factor(deps, [this, unpublished = options.academy_name](
                             const std::string& language) { return NameIn(language, unpublished); }),
        passkeys_service(deps, [this, unpublished = options.academy_name](
                                   const std::string& language) { return NameIn(language, unpublished); }),
        managers(deps),
        learner_sign_in(deps),
        recovery(deps),
        unlock(deps),
        profile(deps),
        bank(deps),
        learner_sessions(deps),
        learners(deps),
        learner_lookup(deps),
        learner_bin(deps, BinTerm(options.bin_days)),
        learner_export(deps),
        learner_import(deps),
        online_reports(*database, clock, online),
        online_service(rpc, online_reports),
        sessions_service(deps, pump),
        mailbox(deps, options.dev_mail, options.dev_mail || !options.smtp_url.empty()),
        bot_check(deps),
        contact(deps,
                [this, unpublished = options.contact_address] {
                  std::optional<SiteFacts> facts = Published();
                  return facts.has_value() ? facts->contact_address : unpublished();
                }),
        site(deps),
        audit_service(deps),
        sweeper(*database, sessions, clock),
        feed_sweeper(*database, clock),
        counted_time(*database),
        counting({.failure = "time not counted", .interval = CountedTime::kInterval, .run_at_start = true},
                 [this] { return counted_time.Count(); }),
        purging({.failure = "bin not checked", .interval = kBinCheckInterval, .run_at_start = true},
                [this] { return learner_bin.PurgeDue(); }),
        chainer(*database, audit),
        key_keeper(*database, audit, keys, clock),
        sender(std::move(mail_sender)) {
    if (options.metrics != nullptr) Watch(*options.metrics);
    const Monitors monitors{.health = options.health, .metrics = options.metrics};
    WatchMails(monitors, *database, clock,
               sender != nullptr  ? MailWay::kServer
               : options.dev_mail ? MailWay::kShown
                                  : MailWay::kNone);
    WatchOwnFeed(monitors, feed);
    if (sender == nullptr) return;
    MailWorkerOptions sending;
    sending.keep_bodies = options.dev_mail;
    mail_worker = std::make_unique<MailWorker>(*database, outbox, *sender, clock, sending);
  }

  void Watch(Metrics& metrics) {
    const char* waiting = "Jobs waiting for a thread";
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return executor.Waiting(); }, {{"executor", "calls"}});
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return hashing_executor.Waiting(); },
                  {{"executor", "hashing"}});
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return password_changes.Waiting(); },
                  {{"executor", "password changes"}});
    metrics.Gauge("academy_executor_waiting", waiting, [this] { return import_executor.Waiting(); },
                  {{"executor", "imports"}});
    if (proofs != nullptr) {
      metrics.Gauge("academy_executor_waiting", waiting, [this] { return proofs->Waiting(); },
                    {{"executor", "proofs"}});
    }
    for (const char* state : {mail_state::kWaiting, mail_state::kFailed, mail_state::kExpired}) {
      auto count = [this, state] {
        auto mails =
            database->Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return CountMails(sql, state); });
        return static_cast<double>(mails.value_or(-1));
      };
      metrics.Gauge("academy_mails", "Mails by state", count, {{"state", state}});
    }
  }

  // What owners have published of the site; nullopt if nothing, or if it cannot be read.
  std::optional<SiteFacts> Published() const {
    absl::StatusOr<std::string> files =
        database->Read([](soci::session& sql) -> absl::StatusOr<std::string> { return LoadPublishedSite(sql); });
    if (!files.ok()) return std::nullopt;
    return ReadPublishedFacts(*files, demo_content);
  }
  std::string NameIn(const std::string& language,
                     const std::function<std::string(const std::string&)>& unpublished) const {
    std::optional<SiteFacts> facts = Published();
    return facts.has_value() && !facts->NameIn(language).empty() ? facts->NameIn(language) : unpublished(language);
  }

  const bool demo_content;
  const AuthKeys keys;
  const std::unique_ptr<Database> database;
  const DatabaseClock clock;
  DatabaseHealth database_health;
  const SetupCode setup_code;
  ChangeFeed feed;
  const Passwords passwords;
  const PasswordRules password_rules;
  const Altcha altcha;
  const std::unique_ptr<RecaptchaVerifier> recaptcha;
  AbuseGuard guard;
  SessionManager sessions;
  const SecondFactors factors;
  const Passkeys passkeys;
  Outbox outbox;
  const MailTexts texts;
  const AcademyZone zone;
  OnlineLearners online;
  AuditTrail audit;
  Executor executor{{.threads = 4, .queue = 1024}};
  ExecutorWatch executor_watch{executor};
  // Passwords computes as many at once as there are cores. The other threads do the work before and after, so that a
  // commit waiting for the disk leaves no core idle. Threads waiting for their turn count towards the queue.
  Executor hashing_executor{{.threads = 2 * Cores(), .queue = kHashesWaiting - std::min(Cores(), kHashesWaiting - 1)}};
  Executor password_changes{kPasswordChanges};
  Executor import_executor{kImportExecutor};
  AttemptQueue sign_ins{hashing_executor, {}};
  const std::unique_ptr<Executor> proofs = recaptcha == nullptr ? nullptr : std::make_unique<Executor>(kProofExecutor);
  IdempotentCalls idempotent_calls;
  RpcHandler rpc;
  VisitorExecutors visitors;
  const Deps deps;
  FeedPump pump;
  ManagerSignInService manager_sign_in;
  ManagerSessionsService manager_sessions;
  TwoFactorService two_factor;
  PasskeysService passkeys_service;
  ManagersService managers;
  LearnerSignInService learner_sign_in;
  RecoveryService recovery;
  UnlockService unlock;
  ProfileService profile;
  BankService bank;
  LearnerSessionsService learner_sessions;
  LearnersService learners;
  LearnerLookupService learner_lookup;
  LearnerBinService learner_bin;
  LearnerExportService learner_export;
  LearnerImportService learner_import;
  OnlineReports online_reports;
  OnlineService online_service;
  SessionsService sessions_service;
  MailboxService mailbox;
  BotCheckService bot_check;
  ContactService contact;
  SiteService site;
  AuditService audit_service;
  Sweeper sweeper;
  FeedSweeper feed_sweeper;
  CountedTime counted_time;
  PeriodicTask counting;
  PeriodicTask purging;
  AuditChainer chainer;
  KeyKeeper key_keeper;
  const std::unique_ptr<MailSender> sender;
  std::unique_ptr<MailWorker> mail_worker;
};

absl::StatusOr<std::unique_ptr<AuthServer>> AuthServer::Create(const AuthOptions& options, const Clock& clock) {
  std::unique_ptr<MailSender> sender;
  if (!options.smtp_url.empty()) {
    ASSIGN_OR_RETURN(sender,
                     MakeSmtpSender({.url = options.smtp_url, .from = options.mail_from, .ca_file = options.smtp_ca}));
  }
  std::unique_ptr<RecaptchaVerifier> verifier;
  if (options.recaptcha.has_value()) {
    ASSIGN_OR_RETURN(verifier, RecaptchaVerifier::Create(*options.recaptcha));
  }
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::Open({.url = options.database_url,
                                                                       .marker = options.database_marker,
                                                                       .exclusive = true,
                                                                       .migrate = options.migrate,
                                                                       .metrics = options.metrics},
                                                                      Migrations(), clock));
  if (database->engine() == Engine::kPostgresql) {
    ASSIGN_OR_RETURN(std::vector<KeyName> names, options.keys.names());
    RETURN_IF_ERROR(ClaimKeys(*database, names));
  }
  RETURN_IF_ERROR(CheckKeys(*database, kBankDetails, options.keys.bank));
  RETURN_IF_ERROR(CheckKeys(*database, kTotpSecrets, options.keys.second_factor));
  RETURN_IF_ERROR(EncryptBanksInClear(*database, options.keys.bank));
  LogAuditHead(*database);
  using Count = absl::StatusOr<int64_t>;
  ASSIGN_OR_RETURN(int64_t managers, database->Read([](soci::session& sql) -> Count { return CountManagers(sql); }));
  const SetupCode setup_code(options.setup_code_file, options.keys.audit_seal, database->id());
  RETURN_IF_ERROR(setup_code.Open(/*needed=*/managers == 0));
  auto members = std::make_unique<Members>(options, std::move(database), setup_code, std::move(sender),
                                           std::move(verifier), clock);
  return std::unique_ptr<AuthServer>(new AuthServer(std::move(members)));
}

AuthServer::AuthServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

AuthServer::~AuthServer() = default;

std::vector<grpc::Service*> AuthServer::services() {
  Members& all = *members_;
  return {&all.manager_sign_in,
          &all.manager_sessions,
          &all.managers,
          &all.learner_sign_in,
          &all.recovery,
          &all.profile,
          &all.bank,
          &all.learner_sessions,
          &all.learners,
          &all.learner_lookup,
          &all.learner_export,
          &all.learner_import,
          &all.online_service,
          &all.sessions_service,
          &all.mailbox,
          &all.bot_check,
          &all.audit_service,
          &all.contact,
          &all.unlock,
          &all.two_factor,
          &all.passkeys_service,
          &all.learner_bin,
          &all.site};
}

void AuthServer::Drain() {
  members_->pump.EndAll();
  LogAuditHead(*members_->database);
}

absl::Status AuthServer::ResetFactorsOf(const std::string& email) {
  return members_->two_factor.ResetFactorsOf(email).status();
}

absl::Status AuthServer::KeepKeys() { return members_->key_keeper.Keep(); }

absl::Status AuthServer::PurgeBin() { return members_->learner_bin.PurgeDue(); }

absl::Status AuthServer::Sweep() { return members_->sweeper.Sweep(); }

}  // namespace academy::auth
