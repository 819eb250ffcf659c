// A fake of auth for enrollment's tests.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/auth/v1/site.grpc.pb.h"
#include "services/enrollment/testing/check_service.h"
#include "services/enrollment/testing/fake_feed.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::enrollment {

class FakeAuth final : public auth::v1::LearnerLookup::Service,
                       public auth::v1::Sessions::Service,
                       public auth::v1::Site::Service {
 public:
  void Put(const std::string& id, const std::string& fullname) {
    absl::MutexLock lock(&mutex_);
    auth::v1::Learner learner;
    learner.set_id(id);
    learner.set_fullname(fullname);
    learner.set_email(id + "@example.com");
    learners_.push_back(learner);
  }
  void Remove(const std::string& id) {
    absl::MutexLock lock(&mutex_);
    std::erase_if(learners_, [&](const auth::v1::Learner& learner) { return learner.id() == id; });
  }
  int calls() const {
    absl::MutexLock lock(&mutex_);
    return calls_;
  }
  // The most ids in one message.
  int most_ids() const {
    absl::MutexLock lock(&mutex_);
    return most_ids_;
  }
  // Refuses to compare more ids than that.
  void TakeAtMost(int ids) {
    absl::MutexLock lock(&mutex_);
    taken_ = ids;
  }
  FakeFeed<auth::v1::Event>& feed() { return feed_; }
  // Without one it is an auth that does not know the call.
  void SetTimezone(const std::string& name) {
    absl::MutexLock lock(&mutex_);
    timezone_ = name;
  }
  int timezones_asked() const {
    absl::MutexLock lock(&mutex_);
    return timezones_asked_;
  }

  grpc::Status BatchGetLearners(grpc::ServerContext* context, const auth::v1::BatchGetLearnersRequest* request,
                                auth::v1::BatchGetLearnersResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++calls_;
    if (request->all()) {
      for (const auth::v1::Learner& learner : learners_) *response->add_learners() = learner;
    }
    for (const std::string& id : request->ids()) {
      for (const auth::v1::Learner& learner : learners_) {
        if (learner.id() == id) *response->add_learners() = learner;
      }
    }
    return grpc::Status::OK;
  }

  // Returns the learners whose name contains the search, in the order in which they were added.
  grpc::Status ListLearnerIds(grpc::ServerContext* context, const auth::v1::ListLearnerIdsRequest* request,
                              auth::v1::ListLearnerIdsResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    if (request->sort() == "height") return ToGrpc(ValidationError({{"sort", "unknown", "The order is not known"}}));
    absl::MutexLock lock(&mutex_);
    ++calls_;
    if (request->among().ids_size() > taken_) return ToGrpc(ValidationError({{"among", "too_many", "Too many"}}));
    std::vector<std::string> ids;
    for (const auth::v1::Learner& learner : learners_) {
      const auto& among = request->among().ids();
      if (request->has_among() && std::find(among.begin(), among.end(), learner.id()) == among.end()) continue;
      if (learner.fullname().find(request->search()) != std::string::npos) ids.push_back(learner.id());
    }
    if (request->sort() == "-fullname") std::reverse(ids.begin(), ids.end());
    most_ids_ = std::max(most_ids_, request->among().ids_size());
    response->set_total(static_cast<int64_t>(ids.size()));
    // The cursor is the last id of the page before.
    auto begin = std::find(ids.begin(), ids.end(), request->cursor());
    begin = begin == ids.end() ? ids.begin() : begin + 1;
    auto end = begin + std::min<std::ptrdiff_t>(request->limit(), ids.end() - begin);
    response->mutable_ids()->Assign(begin, end);
    if (end != ids.end()) response->set_next_cursor(*(end - 1));
    most_ids_ = std::max(most_ids_, response->ids_size());
    return grpc::Status::OK;
  }

  grpc::Status CheckLearnerIds(grpc::ServerContext* context, const auth::v1::CheckLearnerIdsRequest* request,
                               auth::v1::CheckLearnerIdsResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++calls_;
    most_ids_ = std::max(most_ids_, request->ids_size());
    response->set_any(!learners_.empty());
    for (const std::string& id : request->ids()) {
      bool known = std::any_of(learners_.begin(), learners_.end(),
                               [&](const auth::v1::Learner& learner) { return learner.id() == id; });
      if (!known) response->add_unknown_ids(id);
    }
    return grpc::Status::OK;
  }

  grpc::Status FindLearnersByEmail(grpc::ServerContext* context, const auth::v1::FindLearnersByEmailRequest* request,
                                   auth::v1::FindLearnersByEmailResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++calls_;
    for (const std::string& email : request->emails()) {
      auto* row = response->add_rows();
      row->set_valid(email.find('@') != email.npos);
      for (const auth::v1::Learner& learner : learners_) {
        if (learner.email() == email) *row->mutable_learner() = learner;
      }
    }
    return grpc::Status::OK;
  }

  grpc::Status GetTimezone(grpc::ServerContext* context, const auth::v1::GetTimezoneRequest* /*request*/,
                           auth::v1::GetTimezoneResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++timezones_asked_;
    if (timezone_.empty()) return {grpc::StatusCode::UNIMPLEMENTED, ""};
    response->set_timezone(timezone_);
    return grpc::Status::OK;
  }

  grpc::Status Watch(grpc::ServerContext* context, const auth::v1::WatchRequest* request,
                     grpc::ServerWriter<auth::v1::Event>* writer) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    return feed_.Serve(request->after(), *writer);
  }

 private:
  mutable absl::Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  int most_ids_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string timezone_ ABSL_GUARDED_BY(mutex_);
  int timezones_asked_ ABSL_GUARDED_BY(mutex_) = 0;
  int taken_ ABSL_GUARDED_BY(mutex_) = 50'000;
  std::vector<auth::v1::Learner> learners_ ABSL_GUARDED_BY(mutex_);
  FakeFeed<auth::v1::Event> feed_;
};

}  // namespace academy::enrollment
