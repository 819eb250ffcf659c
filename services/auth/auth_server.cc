#include "services/auth/auth_server.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "services/auth/audit_service.h"
#include "services/auth/bot_check_service.h"
#include "services/auth/contact_service.h"
#include "services/auth/housekeeper.h"
#include "services/auth/learner_auth_service.h"
#include "services/auth/learners_service.h"
#include "services/auth/mail_worker.h"
#include "services/auth/mailbox_service.h"
#include "services/auth/manager_auth_service.h"
#include "services/auth/manager_store.h"
#include "services/auth/managers_service.h"
#include "services/auth/schema.h"
#include "services/auth/sessions_service.h"
#include "services/auth/setup_code.h"
#include "services/auth/smtp_sender.h"
#include "services/common/db/feed_pruner.h"
#include "services/common/status.h"

namespace academy::auth {
namespace {

constexpr size_t kHashesWaiting = 64;
// One batch at a time; those of other files take turns with it.
constexpr Executor::Options kImportLane = {.threads = 1, .queue = 16};
// Calls that wait for reCAPTCHA's answer, which comes or fails within seconds.
constexpr Executor::Options kProofLane = {.threads = 16, .queue = 256};

size_t Cores() { return std::max(1U, std::thread::hardware_concurrency()); }

}  // namespace

// In order of construction: each member uses those above it only.
struct AuthServer::Members {
  Members(const AuthOptions& options, std::unique_ptr<Database> opened, SetupCode first_code,
          std::unique_ptr<MailSender> mail_sender, std::unique_ptr<RecaptchaVerifier> verifier, const Clock& clock)
      : database(std::move(opened)),
        setup_code(std::move(first_code)),
        feed(*database, clock),
        passwords(options.password_function ? options.password_function : MakeArgon2id(options.password_cost)),
        password_rules(options.password_minimum),
        altcha(options.credential, clock),
        recaptcha(std::move(verifier)),
        guard(*database, clock, altcha, recaptcha.get(), options.bot_check),
        sessions(feed, clock),
        outbox(clock),
        texts(options.public_url, options.zone),
        audit(clock, options.credential),
        rpc(executor, options.credential, options.metrics),
        hashing(hashing_executor, options.credential, options.metrics),
        imports(import_executor, options.credential, options.metrics),
        visitors(guard,
                 {.hashing = hashing_executor, .short_calls = executor, .sign_ins = sign_ins, .proofs = proofs.get()}),
        parts{*database, feed,   clock, passwords, password_rules, altcha,  guard,   sessions, outbox,
              texts,     online, audit, rpc,       hashing,        imports, visitors},
        pump(feed),
        manager_auth(parts, setup_code, options.allow_manager_signup),
        learner_auth(parts),
        managers(parts),
        learners(parts),
        sessions_service(parts, pump),
        mailbox(parts, options.dev_mail),
        bot_check(parts),
        contact(parts, options.contact_address),
        audit_service(parts, options.zone),
        housekeeper(*database, sessions, clock),
        feed_pruner(*database, clock),
        sender(std::move(mail_sender)) {
    if (options.metrics != nullptr) Watch(*options.metrics);
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
    for (const char* state : {mail_state::kWaiting, mail_state::kFailed}) {
      auto count = [this, state] {
        auto mails =
            database->Read([&](soci::session& sql) -> absl::StatusOr<int64_t> { return CountMails(sql, state); });
        return static_cast<double>(mails.value_or(-1));
      };
      metrics.Gauge("academy_mails", "Mails by state", count, {{"state", state}});
    }
  }

  const std::unique_ptr<Database> database;
  const SetupCode setup_code;
  ChangeFeed feed;
  const Passwords passwords;
  const PasswordRules password_rules;
  const Altcha altcha;
  const std::unique_ptr<RecaptchaVerifier> recaptcha;
  AbuseGuard guard;
  SessionKeeper sessions;
  Outbox outbox;
  const MailTexts texts;
  OnlineList online;
  AuditTrail audit;
  Executor executor{{.threads = 4, .queue = 1024}};
  // Passwords lets as many compute at once as there are cores; the other threads are for what comes before and after,
  // so that a commit's wait for the disk leaves no core idle. Threads that wait for their turn count as waiting.
  Executor hashing_executor{{.threads = 2 * Cores(), .queue = kHashesWaiting - std::min(Cores(), kHashesWaiting - 1)}};
  Executor import_executor{kImportLane};
  AttemptQueue sign_ins{hashing_executor, {}};
  const std::unique_ptr<Executor> proofs = recaptcha == nullptr ? nullptr : std::make_unique<Executor>(kProofLane);
  RpcHandler rpc;
  RpcHandler hashing;
  RpcHandler imports;
  VisitorLanes visitors;
  const Parts parts;
  FeedPump pump;
  ManagerAuthService manager_auth;
  LearnerAuthService learner_auth;
  ManagersService managers;
  LearnersService learners;
  SessionsService sessions_service;
  MailboxService mailbox;
  BotCheckService bot_check;
  ContactService contact;
  AuditService audit_service;
  Housekeeper housekeeper;
  FeedPruner feed_pruner;
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
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database,
                   Database::Open({.url = options.database_url, .metrics = options.metrics}, Schema(), clock));
  LogAuditHead(*database);
  using Count = absl::StatusOr<int64_t>;
  ASSIGN_OR_RETURN(int64_t managers, database->Read([](soci::session& sql) -> Count { return CountManagers(sql); }));
  SetupCode setup_code(options.setup_code_file);
  RETURN_IF_ERROR(setup_code.Open(/*needed=*/managers == 0));
  auto members = std::make_unique<Members>(options, std::move(database), std::move(setup_code), std::move(sender),
                                           std::move(verifier), clock);
  return std::unique_ptr<AuthServer>(new AuthServer(std::move(members)));
}

AuthServer::AuthServer(std::unique_ptr<Members> members) : members_(std::move(members)) {}

AuthServer::~AuthServer() = default;

std::vector<grpc::Service*> AuthServer::services() {
  return {&members_->manager_auth, &members_->learner_auth,     &members_->managers,
          &members_->learners,     &members_->sessions_service, &members_->mailbox,
          &members_->bot_check,    &members_->audit_service,    &members_->contact};
}

void AuthServer::Drain() {
  members_->pump.EndAll();
  LogAuditHead(*members_->database);
}

absl::Status AuthServer::Sweep() { return members_->housekeeper.Sweep(); }

}  // namespace academy::auth
