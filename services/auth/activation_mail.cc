#include "services/auth/activation_mail.h"

#include "services/auth/session_keeper.h"
#include "services/auth/token_store.h"
#include "services/common/ids.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kDay = 24LL * 60 * 60 * 1000;
constexpr int64_t kActivationsADay = 10;

}  // namespace

bool HadEnoughActivationMails(const Parts& parts, Transaction& tx, const std::string& learner_id) {
  return CountActivationTokens(tx.sql(), learner_id, parts.clock.Now() - kDay) >= kActivationsADay;
}

MailRecord SendActivation(const Parts& parts, Transaction& tx, const LearnerRecord& learner) {
  std::string token = NewToken(256);
  UnixMillis now = parts.clock.Now();
  InsertActivationToken(tx.sql(), HashToken(token), learner.id, now, now + kActivationLifetime);
  return parts.outbox.Add(tx, MailKind::kActivation, {.address = learner.email, .person_id = learner.id},
                          parts.texts.Activation(learner.language, learner.fullname, learner.email, token));
}

}  // namespace academy::auth
