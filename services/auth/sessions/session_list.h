// A person's sign-ins as the person and managers see them, and the end of one of them.
//
// Every function may be called from any thread, in its caller's transaction or snapshot, and may throw as SOCI does.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>
#include <soci/soci.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "academy/auth/v1/people.pb.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"

namespace academy::auth {

// Whose sessions.
struct Person {
  PersonKind kind = PersonKind::kLearner;
  std::string id;
};

// Appends the person's live sessions and the 50 that ended last, newest first. `current` is the session of who asks. A
// session whose absolute end has come by `now` is shown as expired, swept or not.
void ListSessionsOf(soci::session& sql, const Person& person, const std::string& current, UnixMillis now,
                    google::protobuf::RepeatedPtrField<v1::PersonSession>& list);

// Ends one of the person's sessions with `logout`; the feed's position after it, 0 when it had ended before.
// NOT_FOUND session_not_found for one that the person never had.
absl::StatusOr<int64_t> EndSessionOf(Transaction& tx, SessionManager& sessions, const Person& person,
                                     const std::string& session_id);

}  // namespace academy::auth
