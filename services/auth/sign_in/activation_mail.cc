#include "services/auth/sign_in/activation_mail.h"

#include "services/auth/errors.h"
#include "services/auth/mail/expiry/mail_lifetimes.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/sign_in/token_store.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kDay = absl::Hours(24);
constexpr int kActivationsADay = 10;

}  // namespace

absl::Status RequireActivationMailLeft(soci::session& sql, const std::string& learner_id, UnixMillis now) {
  UnixMillis tenth = ActivationTokenMadeAt(sql, learner_id, /*newer=*/kActivationsADay - 1);
  if (tenth + kDay <= now) return absl::OkStatus();
  return error::TooManyAttempts(absl::Milliseconds(tenth + kDay - now));
}

MailRecord SendActivation(const Deps& deps, Transaction& tx, const LearnerRecord& learner) {
  std::string token = NewToken(256);
  UnixMillis now = deps.clock.Now();
  InsertActivationToken(tx.sql(), HashToken(token), learner.id, now, now + kActivationLifetime);
  return deps.outbox.Add(tx, MailKind::kActivation, {.address = learner.email, .person_id = learner.id},
                         deps.texts.Activation(learner.language, learner.email, token));
}

}  // namespace academy::auth
