// The services that the edge's media folder asks, as small as can be, behind one real gRPC server on a free port.
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
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "academy/enrollment/v1/access.grpc.pb.h"
#include "edge/upstream/channels.h"

namespace academy::edge {

inline constexpr char kFakeCredential[] = "credential of the test";

class FakeAcademy {
 public:
  FakeAcademy();
  ~FakeAcademy();

  // All four lead here.
  Channels MakeChannels() const;
  // Answers no more.
  void Stop();

  // A session's token is its id. It ends by itself at `expires_at`, or never.
  void SignIn(auth::v1::SessionKind kind, const std::string& person_id, const std::string& session_id,
              int64_t expires_at = 0);
  // Tells it on auth's feed.
  void EndSession(const std::string& session_id, const std::string& reason);
  int sessions_asked() const;

  // Makes or moves an assignment, or removes it; tells it on enrollment's feed.
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
    // AppendUpload calls whose stream ended in order.
    int appends_ended = 0;
    size_t largest_piece = 0;
  };
  // A copy; an empty one when there is none.
  Upload GetUpload(const std::string& upload_id) const;
  // Waits until an append of the upload ended in order.
  void AwaitAppend(const std::string& upload_id) const;
  // Waits until the upload was made, and until it was removed again.
  void AwaitUpload(const std::string& upload_id) const;
  void AwaitRemoval(const std::string& upload_id) const;

 private:
  class SessionsService;
  class AccessService;
  class MediaService;
  class UploadsService;

  // What the services share.
  struct State {
    mutable absl::Mutex mutex;
    bool stopping ABSL_GUARDED_BY(mutex) = false;
    std::map<std::string, auth::v1::CheckSessionResponse> sessions ABSL_GUARDED_BY(mutex);
    std::map<std::string, std::string> ended ABSL_GUARDED_BY(mutex);
    int sessions_asked ABSL_GUARDED_BY(mutex) = 0;
    std::vector<auth::v1::Event> auth_feed ABSL_GUARDED_BY(mutex);
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
