#include "edge/live/session_check.h"

#include <utility>

namespace academy::edge {

void SessionCheck::Check(const std::string& token, Done done) {
  // Before the session is looked up: what the feed says after that concerns the connection.
  const int64_t position = sessions_.position();
  // The gateway limits the connections of an address.
  sessions_.FindByToken(
      token, /*address=*/"", [this, token, position, done = std::move(done)](const absl::StatusOr<Session>& found) {
        if (!found.ok()) return done(found.status());
        sessions_.RequireNoSetup(token, *found, [position, done](const absl::StatusOr<Session>& session) {
          if (!session.ok()) return done(session.status());
          done(live::Identity{
              .kind = session->kind == CallerKind::kManager ? live::UserKind::kManager : live::UserKind::kLearner,
              .person_id = session->person_id,
              .session_id = session->session_id,
              .feed_position = position});
        });
      });
}

void SessionCheck::CheckAgain(const std::string& session_id, std::function<void(absl::Status)> done) {
  // An open connection alone does not count as a use of the session.
  sessions_.LookAt(session_id,
                   [done = std::move(done)](const absl::StatusOr<Session>& session) { done(session.status()); });
}

void SessionCheck::WhenReached(int64_t feed_position, std::function<void()> done) {
  sessions_.WhenReached(feed_position, std::move(done));
}

}  // namespace academy::edge
