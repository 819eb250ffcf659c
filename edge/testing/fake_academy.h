// Minimal fakes of the services that playback and uploads call, behind one real gRPC server on a free port.
//
// Thread-safe.
#pragma once

#include <grpcpp/server.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/sync_stream.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

// Signs the addresses of videos.
inline constexpr char kFakeMediaKey[] = "key of the test";

class FakeAcademy {
 public:
  FakeAcademy();
  ~FakeAcademy();

  // Channels to all four services; all lead to this server.
  Channels MakeChannels() const;
  // Stops the server.
  void Stop();

  // Adds a session, whose token is its id. It ends by itself at `expires_at`; 0 is never. A manager's role is
  // `manager`.
  void SignIn(auth::v1::SessionKind kind, const std::string& person_id, const std::string& session_id,
              int64_t expires_at = 0);
  // Sets when auth next wants a report of the session's use.
  void ExpectUse(const std::string& session_id, int64_t next_use);
  // The number of checks that reported a use.
  int uses_told() const;
  // Sets until when the session is recent; a new session is not.
  void SetRecentUntil(const std::string& session_id, int64_t time);
  // Changes the role of a session's manager and reports it on auth's feed.
  void SetRole(const std::string& session_id, const std::string& role);
  // Changes the name of a session's learner and reports it on auth's feed.
  void SetFullname(const std::string& session_id, const std::string& fullname);
  // From now on checks of sessions say that they were made at this position of auth's feed.
  void AnswerAsOf(int64_t feed_position);
  // Ends a session and reports it on auth's feed.
  void EndSession(const std::string& session_id, const std::string& reason);
  // Ends it without an event on the feed, as when its time is up.
  void LetEnd(const std::string& session_id, const std::string& reason);
  int sessions_asked() const;
  // How often auth's feed has been opened.
  int auth_feeds_opened() const;

  // Publishes these files of the site, as in auth's SiteDocument, and reports it on auth's feed.
  void PublishSite(const std::string& files, const std::string& timezone = "");

  // Creates or changes an assignment, or removes it, and reports it on enrollment's feed.
  void Assign(const std::string& assignment_id, const enrollment::v1::GetAccessResponse& access);
  void Unassign(const std::string& assignment_id);
  int access_asked() const;

  void SetKey(const std::string& asset_id, const std::string& key);
  int keys_asked() const;

  struct Upload {
    catalog::v1::CreateUploadRequest created;
    bool has_length = false;
    int64_t length = 0;
    std::string stored;
    // AppendUpload calls whose stream ended normally.
    int appends_ended = 0;
    size_t largest_piece = 0;
  };
  // A copy of the upload; empty if there is none.
  Upload GetUpload(const std::string& upload_id) const;
  // Waits until an append to the upload has ended normally.
  void AwaitAppend(const std::string& upload_id) const;
  // Wait until the upload has been created, and until it has been removed.
  void AwaitUpload(const std::string& upload_id) const;
  void AwaitRemoval(const std::string& upload_id) const;

 private:
  class SessionsService;
  class SiteService;
  class AccessService;
  class PlaybackService;
  class UploadsService;

  // State shared by the services.
  struct State {
    mutable absl::Mutex mutex;
    bool stopping ABSL_GUARDED_BY(mutex) = false;
    std::map<std::string, auth::v1::CheckSessionResponse> sessions ABSL_GUARDED_BY(mutex);
    std::map<std::string, std::string> ended ABSL_GUARDED_BY(mutex);
    int sessions_asked ABSL_GUARDED_BY(mutex) = 0;
    int uses_told ABSL_GUARDED_BY(mutex) = 0;
    std::optional<int64_t> answers_as_of ABSL_GUARDED_BY(mutex);
    std::vector<auth::v1::Event> auth_feed ABSL_GUARDED_BY(mutex);
    int auth_feeds_opened ABSL_GUARDED_BY(mutex) = 0;
    auth::v1::GetSiteResponse site ABSL_GUARDED_BY(mutex);
    std::map<std::string, enrollment::v1::GetAccessResponse> assignments ABSL_GUARDED_BY(mutex);
    int access_asked ABSL_GUARDED_BY(mutex) = 0;
    std::vector<enrollment::v1::Event> access_feed ABSL_GUARDED_BY(mutex);
    std::map<std::string, std::string> keys ABSL_GUARDED_BY(mutex);
    int keys_asked ABSL_GUARDED_BY(mutex) = 0;
    std::map<std::string, Upload> uploads ABSL_GUARDED_BY(mutex);
  };

  template <typename Event>
  static grpc::Status ServeWatch(const State& state, const std::vector<Event> State::*feed, int64_t after,
                                 grpc::ServerContext& context, grpc::ServerWriter<Event>& writer);

  void AppendAssignment(const std::string& assignment_id, bool removed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(state_.mutex);

  State state_;
  std::vector<std::unique_ptr<grpc::Service>> services_;
  std::unique_ptr<grpc::Server> server_;
  int port_ = 0;
};

}  // namespace academy::edge
