// A fake of auth for presence's tests: a feed that the test fills, one learner for each known id, and the reports it
// receives.
//
// Thread-safe.
#pragma once

#include <grpcpp/server_builder.h>

#include <deque>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.grpc.pb.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/online.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"

namespace academy::presence {

class FakeAuth {
 public:
  void EndSession(const std::string& session_id, const std::string& reason) {
    auth::v1::Event event;
    event.mutable_session_ended()->set_session_id(session_id);
    event.mutable_session_ended()->set_reason(reason);
    absl::MutexLock lock(&mutex_);
    event.set_position(static_cast<int64_t>(feed_.size()) + 1);
    feed_.push_back(event);
  }

  // Waits until presence has reported exactly `expected`.
  bool AwaitReport(const std::vector<std::string>& expected) {
    absl::MutexLock lock(&mutex_);
    auto reported = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return reported_ == expected; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reported), absl::Seconds(30));
  }

  // The recorded audit events, as `<actor> <action> <subject>`.
  std::vector<std::string> recorded() const {
    absl::MutexLock lock(&mutex_);
    return recorded_;
  }
  // Makes recording fail from now on.
  void RefuseToRecord() {
    absl::MutexLock lock(&mutex_);
    refusing_ = true;
  }

  // The positions passed to Watch.
  std::vector<int64_t> watched() const {
    absl::MutexLock lock(&mutex_);
    return watched_;
  }

  void Register(grpc::ServerBuilder& builder) {
    builder.RegisterService(&sessions_);
    builder.RegisterService(&learners_);
    builder.RegisterService(&online_);
    builder.RegisterService(&audit_);
  }
  void Stop() {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }

 private:
  struct Sessions final : auth::v1::Sessions::Service {
    explicit Sessions(FakeAuth& auth) : auth_(auth) {}
    grpc::Status Watch(grpc::ServerContext* context, const auth::v1::WatchRequest* request,
                       grpc::ServerWriter<auth::v1::Event>* writer) override {
      auto next = static_cast<size_t>(request->after().position());
      auth::v1::Event greeting;
      greeting.mutable_start();
      writer->Write(greeting);
      absl::MutexLock lock(&auth_.mutex_);
      auth_.watched_.push_back(request->after().position());
      while (!context->IsCancelled() && !auth_.stopping_) {
        auto more = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(auth_.mutex_) {
          return auth_.stopping_ || auth_.feed_.size() > next;
        };
        auth_.mutex_.AwaitWithTimeout(absl::Condition(&more), absl::Milliseconds(20));
        while (next < auth_.feed_.size()) writer->Write(auth_.feed_[next++]);
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };
  struct Learners final : auth::v1::LearnerLookup::Service {
    grpc::Status BatchGetLearners(grpc::ServerContext*, const auth::v1::BatchGetLearnersRequest* request,
                                  auth::v1::BatchGetLearnersResponse* response) override {
      if (request->ids(0) != "nobody") response->add_learners()->set_id(request->ids(0));
      return grpc::Status::OK;
    }
  };
  struct Online final : auth::v1::Online::Service {
    explicit Online(FakeAuth& auth) : auth_(auth) {}
    grpc::Status ReportOnline(grpc::ServerContext*, const auth::v1::ReportOnlineRequest* request,
                              auth::v1::ReportOnlineResponse*) override {
      absl::MutexLock lock(&auth_.mutex_);
      auth_.reported_.clear();
      for (const auto& entry : request->online()) {
        auth_.reported_.push_back(entry.learner_id() + "=" + entry.socket_id());
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };

  struct Audit final : auth::v1::Audit::Service {
    explicit Audit(FakeAuth& auth) : auth_(auth) {}
    grpc::Status AppendEvents(grpc::ServerContext*, const auth::v1::AppendEventsRequest* request,
                              auth::v1::AppendEventsResponse*) override {
      absl::MutexLock lock(&auth_.mutex_);
      if (auth_.refusing_) return {grpc::StatusCode::UNAVAILABLE, "away"};
      for (const auth::v1::AuditEvent& event : request->events()) {
        auth_.recorded_.push_back(event.actor().id() + " " + event.action() + " " + event.subject().id());
      }
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };

  mutable absl::Mutex mutex_;
  std::deque<auth::v1::Event> feed_;
  std::vector<std::string> recorded_;
  bool refusing_ = false;
  std::vector<int64_t> watched_;
  std::vector<std::string> reported_{"never"};
  bool stopping_ = false;
  Sessions sessions_{*this};
  Learners learners_;
  Online online_{*this};
  Audit audit_{*this};
};

}  // namespace academy::presence
