#include "services/auth/mail/notices.h"

namespace academy::auth {
namespace {

MailTime Now(Transaction& tx, const Deps& deps) { return {.at = deps.clock.Now(), .zone = deps.zone.In(tx.sql())}; }

template <typename Record>
void MailPasswordChanged(Transaction& tx, const Deps& deps, const Record& person) {
  deps.outbox.Add(tx, MailKind::kPasswordChanged, {person.email, person.id},
                  deps.texts.PasswordChanged(person.language, GreetedName(person), Now(tx, deps)));
}

}  // namespace

std::string GreetedName(const LearnerRecord& learner) { return learner.activated != 0 ? learner.fullname : ""; }

std::string GreetedName(const ManagerRecord& manager) { return ""; }

void SendPasswordChanged(Transaction& tx, const Deps& deps, const LearnerRecord& learner) {
  MailPasswordChanged(tx, deps, learner);
}

void SendPasswordChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager) {
  MailPasswordChanged(tx, deps, manager);
}

void SendRoleChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager) {
  deps.outbox.Add(tx, MailKind::kRoleChanged, {manager.email, manager.id},
                  deps.texts.RoleChanged(manager.language, manager.fullname, manager.role));
}

void SendFactorsChanged(Transaction& tx, const Deps& deps, const ManagerRecord& manager, FactorsChange change) {
  deps.outbox.Add(tx, MailKind::kFactorsChanged, {manager.email, manager.id},
                  deps.texts.FactorsChanged(manager.language, manager.fullname, change, Now(tx, deps)));
}

void SendEmailChanged(Transaction& tx, const Deps& deps, const std::string& old_email, const LearnerRecord& learner) {
  deps.outbox.Add(tx, MailKind::kEmailChanged, {old_email, learner.id},
                  deps.texts.EmailChanged(learner.language, GreetedName(learner), old_email, learner.email));
  deps.outbox.Add(tx, MailKind::kEmailChanged, {learner.email, learner.id},
                  deps.texts.EmailChanged(learner.language, learner.email));
}

}  // namespace academy::auth
