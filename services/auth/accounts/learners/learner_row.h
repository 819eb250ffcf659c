// A learner's row, for the two files that read one. Part of the learner store.
#pragma once

#include <tuple>

#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

#define ACADEMY_LEARNER_COLUMNS                                                                                     \
  "id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash, active, activated, language," \
  " last_login_at, created_at, revision"

// Learners in the bin have no search terms, and their e-mail key is nobody's, so only other queries need a condition.
#define ACADEMY_NOT_BINNED "number NOT IN (SELECT learner_number FROM binned_learners)"

struct LearnerRow {
  LearnerRecord record;

  auto Columns() {
    return std::tie(record.id, record.email, record.email_key, record.fullname, record.fullname_key, record.phonenumber,
                    record.address, record.password_hash, record.active, record.activated, record.language,
                    record.last_login_at, record.created_at, record.revision);
  }
  LearnerRecord ToRecord() const { return record; }
};

}  // namespace academy::auth
