#include "services/auth/accounts/learners/learner_list.h"

#include "services/platform/db/query.h"

namespace academy::auth {

void VisitLearners(soci::session& sql, absl::FunctionRef<void(const LearnerRecord&)> row) {
  LearnerRecord learner;
  // Not cached: on PostgreSQL a statement holds its whole result until it is executed again.
  soci::statement statement =
      (sql.prepare
           << "SELECT id, email, fullname, phonenumber, address, active, activated, last_login_at, created_at, "
              "revision FROM learners WHERE number NOT IN (SELECT learner_number FROM binned_learners) ORDER BY "
              "fullname_key, id",
       soci::into(learner.id), soci::into(learner.email), soci::into(learner.fullname), soci::into(learner.phonenumber),
       soci::into(learner.address), soci::into(learner.active), soci::into(learner.activated),
       soci::into(learner.last_login_at), soci::into(learner.created_at), soci::into(learner.revision));
  statement.execute();
  while (statement.fetch()) row(learner);
}

std::vector<std::string> ListLearnersAfter(soci::session& sql, const LearnerRecord& learner, int limit) {
  return Query<std::string>(sql,
                            "SELECT id FROM learners WHERE (fullname_key, id) > (:key, :id)"
                            " AND number NOT IN (SELECT learner_number FROM binned_learners)"
                            " ORDER BY fullname_key, id LIMIT :limit",
                            learner.fullname_key, learner.id, limit);
}

}  // namespace academy::auth
