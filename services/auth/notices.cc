#include "services/auth/notices.h"

namespace academy::auth {
namespace {

template <typename Record>
void MailPasswordChanged(Transaction& tx, const Parts& parts, const Record& person) {
  parts.outbox.Add(tx, MailKind::kPasswordChanged, {person.email, person.id},
                   parts.texts.PasswordChanged(person.language, person.fullname, parts.clock.Now()));
}

}  // namespace

void TellPasswordChanged(Transaction& tx, const Parts& parts, const LearnerRecord& learner) {
  MailPasswordChanged(tx, parts, learner);
}

void TellPasswordChanged(Transaction& tx, const Parts& parts, const ManagerRecord& manager) {
  MailPasswordChanged(tx, parts, manager);
}

void TellEmailChanged(Transaction& tx, const Parts& parts, const std::string& old_email, const LearnerRecord& learner) {
  for (const std::string& address : {old_email, learner.email}) {
    parts.outbox.Add(tx, MailKind::kEmailChanged, {address, learner.id},
                     parts.texts.EmailChanged(learner.language, learner.fullname, old_email, learner.email));
  }
}

}  // namespace academy::auth
