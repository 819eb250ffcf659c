// Learner records for tests of stores.
#pragma once

#include <string>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/text.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// Returns an active, activated learner with an e-mail address made from `id`.
inline LearnerRecord ALearner(const std::string& id, const std::string& fullname = "Layla",
                              UnixMillis created_at = 1000) {
  return {.id = id,
          .email = id + "@academy.test",
          .email_key = id + "@academy.test",
          .fullname = fullname,
          .fullname_key = Fold(fullname),
          .phonenumber = "",
          .address = "",
          .password_hash = "hash",
          .active = 1,
          .activated = 1,
          .language = "ar",
          .last_login_at = 0,
          .created_at = created_at};
}

}  // namespace academy::auth
