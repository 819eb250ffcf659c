#include "edge/testing/fake_academy.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <algorithm>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::edge {
namespace {

constexpr int64_t kExpires = 1'800'000'000'000;

grpc::Status Refuse(absl::StatusCode code, std::string_view reason) { return ToGrpc(Error(code, reason, reason)); }

}  // namespace

// Sends the feed's events after position `after`, and then new ones until the academy stops. Positions count from 1.
template <typename Event>
grpc::Status FakeAcademy::ServeWatch(const State& state, const std::vector<Event> State::*feed, int64_t after,
                                     grpc::ServerContext& context, grpc::ServerWriter<Event>& writer) {
  Event event;
  {
    absl::MutexLock lock(&state.mutex);
    auto head = static_cast<int64_t>((state.*feed).size());
    event.mutable_start()->mutable_head()->set_position(head);
    // A reader that is ahead has read another feed.
    event.mutable_start()->set_restored(after > head);
    if (after < 0 || after > head) after = head;
  }
  writer.Write(event);
  while (!context.IsCancelled()) {
    {
      absl::MutexLock lock(&state.mutex);
      auto news = [&] {
        state.mutex.AssertReaderHeld();
        return state.stopping || static_cast<int64_t>((state.*feed).size()) > after;
      };
      // Wakes up now and then to check whether the reader is still there.
      state.mutex.AwaitWithTimeout(absl::Condition(&news), absl::Milliseconds(50));
      if (state.stopping) break;
      if (!news()) continue;
      event = (state.*feed)[static_cast<size_t>(after++)];
    }
    writer.Write(event);
  }
  return {grpc::StatusCode::UNAVAILABLE, "stopping"};
}

class FakeAcademy::SessionsService final : public auth::v1::Sessions::Service {
 public:
  explicit SessionsService(State& state) : state_(state) {}

  grpc::Status CheckSession(grpc::ServerContext*, const auth::v1::CheckSessionRequest* request,
                            auth::v1::CheckSessionResponse* response) override {
    const std::string& id = request->token().empty() ? request->session_id() : request->token();
    absl::MutexLock lock(&state_.mutex);
    ++state_.sessions_asked;
    if (auto found = state_.sessions.find(id); found != state_.sessions.end()) {
      if (request->used()) ++state_.uses_told;
      *response = found->second;
      response->set_feed_position(state_.answers_as_of.value_or(static_cast<int64_t>(state_.auth_feed.size())));
      return grpc::Status::OK;
    }
    auto ended = state_.ended.find(id);
    return Refuse(absl::StatusCode::kUnauthenticated, ended == state_.ended.end() ? "unauthenticated" : ended->second);
  }

  grpc::Status Watch(grpc::ServerContext* context, const auth::v1::WatchRequest* request,
                     grpc::ServerWriter<auth::v1::Event>* writer) override {
    {
      absl::MutexLock lock(&state_.mutex);
      ++state_.auth_feeds_opened;
    }
    return ServeWatch<auth::v1::Event>(state_, &State::auth_feed, request->after().position(), *context, *writer);
  }

 private:
  State& state_;
};

class FakeAcademy::SiteService final : public auth::v1::Site::Service {
 public:
  explicit SiteService(State& state) : state_(state) {}

  grpc::Status GetSite(grpc::ServerContext*, const auth::v1::GetSiteRequest*,
                       auth::v1::GetSiteResponse* response) override {
    absl::MutexLock lock(&state_.mutex);
    *response = state_.site;
    return grpc::Status::OK;
  }

 private:
  State& state_;
};

class FakeAcademy::AccessService final : public enrollment::v1::Access::Service {
 public:
  explicit AccessService(State& state) : state_(state) {}

  grpc::Status GetAccess(grpc::ServerContext*, const enrollment::v1::GetAccessRequest* request,
                         enrollment::v1::GetAccessResponse* response) override {
    absl::MutexLock lock(&state_.mutex);
    ++state_.access_asked;
    auto found = state_.assignments.find(request->assignment_id());
    if (found == state_.assignments.end()) return Refuse(absl::StatusCode::kNotFound, "assignment_not_found");
    *response = found->second;
    return grpc::Status::OK;
  }

  grpc::Status Watch(grpc::ServerContext* context, const enrollment::v1::WatchRequest* request,
                     grpc::ServerWriter<enrollment::v1::Event>* writer) override {
    return ServeWatch<enrollment::v1::Event>(state_, &State::access_feed, request->after().position(), *context,
                                             *writer);
  }

 private:
  State& state_;
};

class FakeAcademy::PlaybackService final : public catalog::v1::Playback::Service {
 public:
  explicit PlaybackService(State& state) : state_(state) {}

  grpc::Status GetMediaKey(grpc::ServerContext*, const catalog::v1::GetMediaKeyRequest* request,
                           catalog::v1::GetMediaKeyResponse* response) override {
    absl::MutexLock lock(&state_.mutex);
    ++state_.keys_asked;
    auto found = state_.keys.find(request->asset_id());
    if (found == state_.keys.end()) return Refuse(absl::StatusCode::kNotFound, "asset_not_found");
    response->set_key(found->second);
    return grpc::Status::OK;
  }

 private:
  State& state_;
};

class FakeAcademy::UploadsService final : public catalog::v1::Uploads::Service {
 public:
  explicit UploadsService(State& state) : state_(state) {}

  grpc::Status CreateUpload(grpc::ServerContext*, const catalog::v1::CreateUploadRequest* request,
                            catalog::v1::UploadState* response) override {
    absl::MutexLock lock(&state_.mutex);
    if (request->length() > 1'000'000'000) return Refuse(absl::StatusCode::kOutOfRange, "upload_too_large");
    std::string id = "upload-" + std::to_string(state_.uploads.size() + 1);
    state_.uploads[id] = {.created = *request, .has_length = request->has_length(), .length = request->length()};
    Describe(id, *response);
    return grpc::Status::OK;
  }

  grpc::Status GetUpload(grpc::ServerContext*, const catalog::v1::GetUploadRequest* request,
                         catalog::v1::UploadState* response) override {
    absl::MutexLock lock(&state_.mutex);
    if (!state_.uploads.contains(request->upload_id())) return NotFound();
    Describe(request->upload_id(), *response);
    return grpc::Status::OK;
  }

  grpc::Status AppendUpload(grpc::ServerContext* context, grpc::ServerReader<catalog::v1::AppendUploadRequest>* reader,
                            catalog::v1::UploadState* response) override {
    catalog::v1::AppendUploadRequest message;
    if (!reader->Read(&message) || !message.has_header()) return Refuse(absl::StatusCode::kInvalidArgument, "header");
    const catalog::v1::AppendUploadRequest::Header header = message.header();
    std::string received;
    {
      absl::MutexLock lock(&state_.mutex);
      auto found = state_.uploads.find(header.upload_id());
      if (found == state_.uploads.end()) return NotFound();
      if (header.offset() != static_cast<int64_t>(found->second.stored.size())) {
        return Refuse(absl::StatusCode::kAborted, "offset_mismatch");
      }
      if (header.has_length()) {
        found->second.has_length = true;
        found->second.length = header.length();
      }
    }
    size_t largest = 0;
    while (reader->Read(&message)) {
      largest = std::max(largest, message.data().size());
      received += message.data();
    }
    // A broken stream did not end normally.
    if (context->IsCancelled()) return grpc::Status::CANCELLED;
    absl::MutexLock lock(&state_.mutex);
    Upload& upload = state_.uploads[header.upload_id()];
    if (header.checksum_algorithm() == "sha256" && Sha256(received) != header.checksum()) {
      return Refuse(absl::StatusCode::kInvalidArgument, "checksum_mismatch");
    }
    upload.stored += received;
    upload.largest_piece = std::max(upload.largest_piece, largest);
    ++upload.appends_ended;
    Describe(header.upload_id(), *response);
    return grpc::Status::OK;
  }

  grpc::Status DeleteUpload(grpc::ServerContext*, const catalog::v1::DeleteUploadRequest* request,
                            catalog::v1::DeleteUploadResponse*) override {
    absl::MutexLock lock(&state_.mutex);
    return state_.uploads.erase(request->upload_id()) > 0 ? grpc::Status::OK : NotFound();
  }

 private:
  static grpc::Status NotFound() { return Refuse(absl::StatusCode::kNotFound, "upload_not_found"); }

  void Describe(const std::string& id, catalog::v1::UploadState& response) ABSL_EXCLUSIVE_LOCKS_REQUIRED(state_.mutex) {
    const Upload& upload = state_.uploads[id];
    response.set_upload_id(id);
    response.set_offset(static_cast<int64_t>(upload.stored.size()));
    if (upload.has_length) response.set_length(upload.length);
    response.set_expires_at_ms(kExpires);
    response.set_metadata(upload.created.metadata());
  }

  State& state_;
};

FakeAcademy::FakeAcademy() {
  services_.push_back(std::make_unique<SessionsService>(state_));
  services_.push_back(std::make_unique<SiteService>(state_));
  services_.push_back(std::make_unique<AccessService>(state_));
  services_.push_back(std::make_unique<PlaybackService>(state_));
  services_.push_back(std::make_unique<UploadsService>(state_));
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  for (const auto& service : services_) builder.RegisterService(service.get());
  server_ = builder.BuildAndStart();
}

FakeAcademy::~FakeAcademy() { Stop(); }

Channels FakeAcademy::MakeChannels() const {
  std::shared_ptr<grpc::Channel> channel = MakeChannel("127.0.0.1:" + std::to_string(port_));
  return {.auth = channel, .catalog = channel, .enrollment = channel, .presence = channel, .presences = {channel}};
}

void FakeAcademy::Stop() {
  {
    absl::MutexLock lock(&state_.mutex);
    state_.stopping = true;
  }
  server_->Shutdown();
  server_->Wait();
}

void FakeAcademy::SignIn(auth::v1::SessionKind kind, const std::string& person_id, const std::string& session_id,
                         int64_t expires_at) {
  absl::MutexLock lock(&state_.mutex);
  auth::v1::CheckSessionResponse& session = state_.sessions[session_id];
  session.set_kind(kind);
  session.set_expires_at_ms(expires_at);
  session.set_session_id(session_id);
  session.set_person_id(person_id);
  if (kind == auth::v1::SESSION_KIND_MANAGER) session.set_role("manager");
}

void FakeAcademy::SetRole(const std::string& session_id, const std::string& role) {
  absl::MutexLock lock(&state_.mutex);
  auth::v1::CheckSessionResponse& session = state_.sessions[session_id];
  session.set_role(role);
  auth::v1::Event event;
  event.set_position(static_cast<int64_t>(state_.auth_feed.size()) + 1);
  event.mutable_manager_changed()->set_manager_id(session.person_id());
  state_.auth_feed.push_back(event);
}

void FakeAcademy::SetFullname(const std::string& session_id, const std::string& fullname) {
  absl::MutexLock lock(&state_.mutex);
  auth::v1::CheckSessionResponse& session = state_.sessions[session_id];
  session.set_fullname(fullname);
  auth::v1::Event event;
  event.set_position(static_cast<int64_t>(state_.auth_feed.size()) + 1);
  event.mutable_learner_changed()->set_learner_id(session.person_id());
  state_.auth_feed.push_back(event);
}

void FakeAcademy::AnswerAsOf(int64_t feed_position) {
  absl::MutexLock lock(&state_.mutex);
  state_.answers_as_of = feed_position;
}

void FakeAcademy::ExpectUse(const std::string& session_id, int64_t next_use) {
  absl::MutexLock lock(&state_.mutex);
  state_.sessions[session_id].set_next_use_ms(next_use);
}

int FakeAcademy::uses_told() const {
  absl::MutexLock lock(&state_.mutex);
  return state_.uses_told;
}

void FakeAcademy::LetEnd(const std::string& session_id, const std::string& reason) {
  absl::MutexLock lock(&state_.mutex);
  state_.sessions.erase(session_id);
  state_.ended[session_id] = reason;
}

void FakeAcademy::SetRecentUntil(const std::string& session_id, int64_t time) {
  absl::MutexLock lock(&state_.mutex);
  state_.sessions[session_id].set_recent_until_ms(time);
}

void FakeAcademy::EndSession(const std::string& session_id, const std::string& reason) {
  absl::MutexLock lock(&state_.mutex);
  auth::v1::Event event;
  event.set_position(static_cast<int64_t>(state_.auth_feed.size()) + 1);
  event.mutable_session_ended()->set_session_id(session_id);
  event.mutable_session_ended()->set_reason(reason);
  state_.auth_feed.push_back(event);
  state_.sessions.erase(session_id);
  state_.ended[session_id] = reason;
}

int FakeAcademy::sessions_asked() const {
  absl::MutexLock lock(&state_.mutex);
  return state_.sessions_asked;
}

int FakeAcademy::auth_feeds_opened() const {
  absl::MutexLock lock(&state_.mutex);
  return state_.auth_feeds_opened;
}

void FakeAcademy::PublishSite(const std::string& files, const std::string& timezone) {
  absl::MutexLock lock(&state_.mutex);
  auth::v1::StoredSite& site = *state_.site.mutable_site();
  site.mutable_published()->set_files(files);
  site.set_revision(site.revision() + 1);
  state_.site.set_timezone(timezone);
  auth::v1::Event event;
  event.set_position(static_cast<int64_t>(state_.auth_feed.size()) + 1);
  event.mutable_site_published()->set_revision(site.revision());
  state_.auth_feed.push_back(event);
}

void FakeAcademy::Assign(const std::string& assignment_id, const enrollment::v1::GetAccessResponse& access) {
  absl::MutexLock lock(&state_.mutex);
  state_.assignments[assignment_id] = access;
  AppendAssignment(assignment_id, false);
}

void FakeAcademy::Unassign(const std::string& assignment_id) {
  absl::MutexLock lock(&state_.mutex);
  state_.assignments.erase(assignment_id);
  AppendAssignment(assignment_id, true);
}

void FakeAcademy::AppendAssignment(const std::string& assignment_id, bool removed) {
  enrollment::v1::Event event;
  event.set_position(static_cast<int64_t>(state_.access_feed.size()) + 1);
  event.mutable_assignment_changed()->set_assignment_id(assignment_id);
  event.mutable_assignment_changed()->set_removed(removed);
  state_.access_feed.push_back(event);
}

int FakeAcademy::access_asked() const {
  absl::MutexLock lock(&state_.mutex);
  return state_.access_asked;
}

void FakeAcademy::SetKey(const std::string& asset_id, const std::string& key) {
  absl::MutexLock lock(&state_.mutex);
  state_.keys[asset_id] = key;
}

int FakeAcademy::keys_asked() const {
  absl::MutexLock lock(&state_.mutex);
  return state_.keys_asked;
}

FakeAcademy::Upload FakeAcademy::GetUpload(const std::string& upload_id) const {
  absl::MutexLock lock(&state_.mutex);
  auto found = state_.uploads.find(upload_id);
  return found == state_.uploads.end() ? Upload() : found->second;
}

void FakeAcademy::AwaitAppend(const std::string& upload_id) const {
  absl::MutexLock lock(&state_.mutex);
  auto ended = [&] {
    state_.mutex.AssertReaderHeld();
    auto found = state_.uploads.find(upload_id);
    return found != state_.uploads.end() && found->second.appends_ended > 0;
  };
  state_.mutex.AwaitWithTimeout(absl::Condition(&ended), absl::Seconds(30));
}

void FakeAcademy::AwaitUpload(const std::string& upload_id) const {
  absl::MutexLock lock(&state_.mutex);
  auto made = [&] {
    state_.mutex.AssertReaderHeld();
    return state_.uploads.contains(upload_id);
  };
  state_.mutex.AwaitWithTimeout(absl::Condition(&made), absl::Seconds(30));
}

void FakeAcademy::AwaitRemoval(const std::string& upload_id) const {
  absl::MutexLock lock(&state_.mutex);
  auto gone = [&] {
    state_.mutex.AssertReaderHeld();
    return !state_.uploads.contains(upload_id);
  };
  state_.mutex.AwaitWithTimeout(absl::Condition(&gone), absl::Seconds(30));
}

}  // namespace academy::edge
