// A person's sessions as shown to the person and to managers, and ending one of them.
//
// Each function runs in its caller's transaction or snapshot, on any thread, and may throw as SOCI does.
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

// The owner of sessions.
struct Person {
  PersonKind kind = PersonKind::kLearner;
  std::string id;
};

// Appends the person's live sessions and the last 50 that ended, newest first. `current` is the caller's own session. A
// session that has reached its end by `now` is shown as ended even if it was not swept yet.
void ListSessionsOf(soci::session& sql, const SessionManager& sessions, const Person& person,
                    const std::string& current, UnixMillis now,
                    google::protobuf::RepeatedPtrField<v1::PersonSession>& list);

// Ends one of the person's sessions with `logout`. Returns the feed's position after it, 0 if it had already ended.
// NOT_FOUND session_not_found for any other session.
absl::StatusOr<int64_t> EndSessionOf(Transaction& tx, SessionManager& sessions, const Person& person,
                                     const std::string& session_id);

}  // namespace academy::auth
