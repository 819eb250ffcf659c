#include "services/auth/mail/notices.h"

namespace academy::auth {
namespace {

template <typename Record>
void MailPasswordChanged(Transaction& tx, const Deps& deps, const Record& person) {
  deps.outbox.Add(tx, MailKind::kPasswordChanged, {person.email, person.id},
                  deps.texts.PasswordChanged(person.language, person.fullname, deps.clock.Now()));
}

}  // namespace

void SendPasswordChanged(Transaction& tx, const Deps& deps, const LearnerRecord& learner) {
  MailPasswordChanged(tx, deps, learner);
}

void SendPasswordChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager) {
  MailPasswordChanged(tx, deps, manager);
}

void SendEmailChanged(Transaction& tx, const Deps& deps, const std::string& old_email, const LearnerRecord& learner) {
  for (const std::string& address : {old_email, learner.email}) {
    deps.outbox.Add(tx, MailKind::kEmailChanged, {address, learner.id},
                    deps.texts.EmailChanged(learner.language, learner.fullname, old_email, learner.email));
  }
}

}  // namespace academy::auth
