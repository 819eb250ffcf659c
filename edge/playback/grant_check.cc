#include "edge/playback/grant_check.h"

#include <utility>

#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

absl::Status Forbidden() {
  return Error(absl::StatusCode::kPermissionDenied, "forbidden", "You are not authorized to access this resource.");
}

// A media address is not a sign-in, so an ended session is PERMISSION_DENIED, not UNAUTHENTICATED.
absl::Status AsForbidden(const absl::Status& status) {
  return Error(absl::StatusCode::kPermissionDenied, DetailOf(status).reason, MessageOf(status));
}

}  // namespace

void GrantCheck::Check(const MediaGrant& grant, Done done) {
  sessions_.FindById(grant.session_id, [this, grant, done = std::move(done)](absl::StatusOr<Session> session) {
    if (absl::IsUnauthenticated(session.status())) return done(AsForbidden(session.status()));
    if (!session.ok()) return done(session.status());
    bool preview = grant.assignment_id == kPreviewAssignment;
    CallerKind watcher = preview ? CallerKind::kManager : CallerKind::kLearner;
    if (session->kind != watcher || session->person_id != grant.learner_id) return done(Forbidden());
    // A preview needs only the session of a manager who may look at contents.
    if (preview) return done(session->role >= Role::kManager ? absl::OkStatus() : RoleNotAllowed());
    assignments_.Find(grant.assignment_id, [this, grant, done](absl::StatusOr<AssignmentWindow> window) {
      if (absl::IsNotFound(window.status())) return done(AsForbidden(window.status()));
      if (!window.ok()) return done(window.status());
      done(Decide(grant, *window));
    });
  });
}

bool GrantCheck::CanSayAtOnce() const { return sessions_.live() && assignments_.live(); }

absl::Status GrantCheck::Decide(const MediaGrant& grant, const AssignmentWindow& window) const {
  if (window.learner_id != grant.learner_id) return Forbidden();
  UnixMillis now = clock_.Now();
  if (now < window.start) {
    return Error(absl::StatusCode::kPermissionDenied, "course_not_started", "The course has not started yet");
  }
  if (now > window.expiry) {
    return Error(absl::StatusCode::kPermissionDenied, "course_expired", "The course has expired");
  }
  return absl::OkStatus();
}

}  // namespace academy::edge
