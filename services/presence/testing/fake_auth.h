// A fake of auth for presence's tests: a feed that the test fills, one learner for each known id, and the list that the
// reports make.
//
// Thread-safe.
#pragma once

#include <grpcpp/server_builder.h>

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
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
    Append(std::move(event));
  }

  // Waits until the list that presence has reported is exactly `expected`.
  bool AwaitReport(const std::map<std::string, std::string>& expected) {
    absl::MutexLock lock(&mutex_);
    auto reported = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return whole_ && online_list_ == expected; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reported), absl::Seconds(30));
  }
  // As if it had been started again: it knows of no report.
  void LoseReports() {
    absl::MutexLock lock(&mutex_);
    process_.clear();
    whole_ = false;
    online_list_.clear();
  }
  // Another presence has the right to report, or leaves it.
  void LetAnotherReport(bool another) {
    absl::MutexLock lock(&mutex_);
    process_ = another ? "another" : "";
  }
  // Whether a presence has the right.
  bool AwaitReporter(bool has) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return process_.empty() != has; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), absl::Seconds(30));
  }
  // Waits until somebody has asked for the right so often, whether it was granted or not.
  bool AwaitQuestions(int count) {
    absl::MutexLock lock(&mutex_);
    auto reached = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return questions_ >= count; };
    return mutex_.AwaitWithTimeout(absl::Condition(&reached), absl::Seconds(30));
  }
  bool AskedMoreThan(int count) const {
    absl::MutexLock lock(&mutex_);
    return questions_ > count;
  }
  std::map<std::string, std::string> online() const {
    absl::MutexLock lock(&mutex_);
    return online_list_;
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
    grpc::Status SignOutLive(grpc::ServerContext*, const auth::v1::SignOutLiveRequest* request,
                             auth::v1::SignOutLiveResponse*) override {
      absl::MutexLock lock(&auth_.mutex_);
      if (auth_.refusing_) return {grpc::StatusCode::UNAVAILABLE, "away"};
      const auth::v1::AuditEvent& recorded = request->event();
      auth_.recorded_.push_back(recorded.actor().id() + " " + recorded.action() + " " + recorded.subject().id());
      auth::v1::Event event;
      event.mutable_learner_signed_out()->set_learner_id(recorded.subject().id());
      auth_.Append(std::move(event));
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
                              auth::v1::ReportOnlineResponse* response) override {
      absl::MutexLock lock(&auth_.mutex_);
      if (request->term() == 0) {
        ++auth_.questions_;
        if (auth_.process_ != request->process() && !auth_.process_.empty() && !request->alone()) {
          return grpc::Status::OK;
        }
        auth_.process_ = request->process();
        auth_.number_ = 0;
        auth_.whole_ = false;
        auth_.online_list_.clear();
        response->set_term(++auth_.term_);
        return grpc::Status::OK;
      }
      if (auth_.process_ != request->process() || auth_.term_ != request->term() ||
          auth_.number_ + 1 != request->number()) {
        return {grpc::StatusCode::ABORTED, "superseded"};
      }
      ++auth_.number_;
      for (const auto& entry : request->online()) auth_.online_list_[entry.learner_id()] = entry.socket_id();
      for (const std::string& id : request->gone_learner_ids()) auth_.online_list_.erase(id);
      auth_.whole_ = auth_.whole_ || request->whole();
      if (request->last()) auth_.process_.clear();
      return grpc::Status::OK;
    }
    FakeAuth& auth_;
  };

  void Append(auth::v1::Event event) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    event.set_position(static_cast<int64_t>(feed_.size()) + 1);
    feed_.push_back(std::move(event));
  }

  mutable absl::Mutex mutex_;
  std::deque<auth::v1::Event> feed_;
  std::vector<std::string> recorded_;
  bool refusing_ = false;
  std::vector<int64_t> watched_;
  std::string process_;
  int64_t term_ = 0;
  int64_t number_ = 0;
  bool whole_ = false;
  int questions_ = 0;
  std::map<std::string, std::string> online_list_;
  bool stopping_ = false;
  Sessions sessions_{*this};
  Learners learners_;
  Online online_{*this};
};

}  // namespace academy::presence
