// The edge's side of Presence.Attach.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <memory>
#include <string>
#include <vector>

#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/rpc/channel.h"

namespace academy::presence {

inline constexpr char kCredential[] = "credential";

inline CallIdentity Identity(CallerKind kind, const std::string& id) {
  Role role = kind == CallerKind::kManager ? Role::kSupport : Role::kNone;
  return {.credential = kCredential, .caller = {.kind = kind, .id = id, .session_id = {}, .role = role}};
}

inline v1::Connection Learner(const std::string& id, const std::string& user, const std::string& session) {
  v1::Connection connection;
  connection.set_connection_id(id);
  connection.set_person_id(user);
  connection.set_session_id(session);
  return connection;
}

class Edge {
 public:
  Edge(v1::Presence::StubInterface& stub, const std::string& id, const std::vector<v1::Connection>& connections = {},
       CallIdentity identity = Identity(CallerKind::kService, "edge")) {
    PrepareStreamContext(context_, identity);
    stream_ = stub.Attach(&context_);
    v1::AttachRequest hello;
    hello.mutable_hello()->set_edge_id(id);
    stream_->Write(hello);
    v1::AttachRequest snapshot;
    snapshot.mutable_snapshot();
    for (const v1::Connection& connection : connections) *snapshot.mutable_snapshot()->add_connections() = connection;
    stream_->Write(snapshot);
  }
  ~Edge() {
    if (!finished_) Finish();
  }

  void Open(const v1::Connection& connection) {
    v1::AttachRequest request;
    *request.mutable_opened() = connection;
    stream_->Write(request);
  }
  void Close(const std::string& id) {
    v1::AttachRequest request;
    request.mutable_closed()->set_connection_id(id);
    stream_->Write(request);
  }

  // Reads until the online list equals `expected`; pushes received meanwhile are in pushes().
  bool AwaitOnline(const std::vector<std::string>& expected) {
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
      Note(response);
      if (!response.has_online()) continue;
      if (std::vector<std::string>(response.online().learner_ids().begin(), response.online().learner_ids().end()) ==
          expected) {
        return true;
      }
    }
    return false;
  }
  // Reads until the next push and returns it.
  std::string NextPush() {
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
      if (response.has_push()) return Note(response);
    }
    return "the stream ended";
  }
  const std::vector<std::string>& pushes() const { return pushes_; }

  grpc::Status Finish() {
    finished_ = true;
    stream_->WritesDone();
    v1::AttachResponse response;
    while (stream_->Read(&response)) {
    }
    return stream_->Finish();
  }

 private:
  std::string Note(const v1::AttachResponse& response) {
    if (!response.has_push()) return "";
    const auto& push = response.push();
    pushes_.push_back(push.connection_id() + " " + push.event() + " " + push.reason());
    return pushes_.back();
  }

  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriterInterface<v1::AttachRequest, v1::AttachResponse>> stream_;
  std::vector<std::string> pushes_;
  bool finished_ = false;
};

}  // namespace academy::presence
