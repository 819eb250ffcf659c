// auth and catalog as enrollment's tests need them: real gRPC servers on free ports with what a test put in.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::enrollment {

inline constexpr char kTestCredential[] = "credential of the tests";

// OK for an academy service with the credential.
inline grpc::Status CheckService(const grpc::ServerContext& context) {
  auto value = [&](const char* key) {
    auto found = context.client_metadata().find(key);
    return found == context.client_metadata().end() ? std::string()
                                                    : std::string(found->second.data(), found->second.size());
  };
  if (value(kCredentialKey) != kTestCredential || value(kCallerKey) != "service:enrollment") {
    return {grpc::StatusCode::PERMISSION_DENIED, "not a service"};
  }
  return grpc::Status::OK;
}

// A feed that a test fills; streams run until Stop.
template <typename Event>
class FakeFeed {
 public:
  // Adds an event and gives it the next position.
  int64_t Append(Event event) {
    absl::MutexLock lock(&mutex_);
    event.set_position(static_cast<int64_t>(events_.size()) + 1);
    events_.push_back(event);
    return event.position();
  }

  grpc::Status Serve(int64_t after, grpc::ServerWriter<Event>& writer) {
    {
      absl::MutexLock lock(&mutex_);
      asked_after_.push_back(after);
      if (after < 0) after = static_cast<int64_t>(events_.size());
      Event greeting;
      greeting.set_position(static_cast<int64_t>(events_.size()));
      greeting.set_gap(after >= 0 && after < forgotten_);
      writer.Write(greeting);
      after = std::max(after, forgotten_);
    }
    while (true) {
      std::vector<Event> ready;
      {
        absl::MutexLock lock(&mutex_);
        auto has_more = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
          return stopped_ || after < static_cast<int64_t>(events_.size());
        };
        mutex_.Await(absl::Condition(&has_more));
        if (stopped_) return grpc::Status::OK;
        ready.assign(events_.begin() + after, events_.end());
        after = static_cast<int64_t>(events_.size());
      }
      for (const Event& event : ready) writer.Write(event);
    }
  }

  void Stop() {
    absl::MutexLock lock(&mutex_);
    stopped_ = true;
  }
  // Forgets all that is in it by now.
  void Forget() {
    absl::MutexLock lock(&mutex_);
    forgotten_ = static_cast<int64_t>(events_.size());
  }
  void Resume() {
    absl::MutexLock lock(&mutex_);
    stopped_ = false;
  }

  // What each reader asked for, in order; waits for the `count`th.
  std::vector<int64_t> AskedAfter(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return asked_after_.size() >= count; };
    mutex_.Await(absl::Condition(&enough));
    return asked_after_;
  }

 private:
  absl::Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<Event> events_ ABSL_GUARDED_BY(mutex_);
  int64_t forgotten_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<int64_t> asked_after_ ABSL_GUARDED_BY(mutex_);
};

class FakeAuth final : public auth::v1::LearnerLookup::Service, public auth::v1::Sessions::Service {
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
  FakeFeed<auth::v1::Event>& feed() { return feed_; }

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

  // Those whose name holds the search, in the order in which they were put.
  grpc::Status ListLearnerIds(grpc::ServerContext* context, const auth::v1::ListLearnerIdsRequest* request,
                              auth::v1::ListLearnerIdsResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    if (request->sort() == "height") return ToGrpc(ValidationError({{"sort", "unknown", "The order is not known"}}));
    absl::MutexLock lock(&mutex_);
    ++calls_;
    for (const auth::v1::Learner& learner : learners_) {
      if (learner.fullname().find(request->search()) != std::string::npos) response->add_ids(learner.id());
    }
    if (request->sort() == "-fullname") {
      std::reverse(response->mutable_ids()->begin(), response->mutable_ids()->end());
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

  grpc::Status Watch(grpc::ServerContext* context, const auth::v1::WatchRequest* request,
                     grpc::ServerWriter<auth::v1::Event>* writer) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    return feed_.Serve(request->after(), *writer);
  }

 private:
  mutable absl::Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<auth::v1::Learner> learners_ ABSL_GUARDED_BY(mutex_);
  FakeFeed<auth::v1::Event> feed_;
};

class FakeCatalog final : public catalog::v1::Courses::Service,
                          public catalog::v1::Media::Service,
                          public catalog::v1::Feed::Service {
 public:
  // A course whose parts `<id>-1`, `<id>-2`... last `durations` seconds, each with the ready asset `<part>-asset`.
  void Put(const std::string& id, const std::vector<double>& durations) {
    absl::MutexLock lock(&mutex_);
    catalog::v1::Course course;
    course.set_id(id);
    course.set_id_copy(id);
    course.set_title("Course " + id);
    for (size_t i = 0; i < durations.size(); ++i) {
      catalog::v1::Part* part = course.add_parts();
      part->set_id(id + "-" + std::to_string(i + 1));
      part->set_duration(durations[i]);
      part->mutable_video()->set_asset_id(part->id() + "-asset");
      part->mutable_video()->set_status("ready");
    }
    courses_.push_back(course);
  }
  int calls() const {
    absl::MutexLock lock(&mutex_);
    return calls_;
  }
  void Remove(const std::string& id) {
    absl::MutexLock lock(&mutex_);
    std::erase_if(courses_, [&](const catalog::v1::Course& course) { return course.id() == id; });
  }
  // A part's video is replaced.
  void SetDuration(const std::string& part_id, double duration) {
    absl::MutexLock lock(&mutex_);
    for (catalog::v1::Course& course : courses_) {
      for (catalog::v1::Part& part : *course.mutable_parts()) {
        if (part.id() == part_id) part.set_duration(duration);
      }
    }
  }
  // Says so in the feed, at the position that it returns.
  int64_t Rename(const std::string& id, const std::string& title) {
    {
      absl::MutexLock lock(&mutex_);
      for (catalog::v1::Course& course : courses_) {
        if (course.id() == id) course.set_title(title);
      }
    }
    catalog::v1::Event event;
    event.mutable_course_changed()->set_course_id(id);
    return feed_.Append(event);
  }
  // From now on every call fails so.
  void FailWith(const grpc::Status& status) {
    absl::MutexLock lock(&mutex_);
    failure_ = status;
  }
  FakeFeed<catalog::v1::Event>& feed() { return feed_; }

  grpc::Status BatchGetCourses(grpc::ServerContext* context, const catalog::v1::BatchGetCoursesRequest* request,
                               catalog::v1::BatchGetCoursesResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++calls_;
    if (!failure_.ok()) return failure_;
    for (const catalog::v1::Course& course : courses_) {
      bool asked = request->all() && course.title().find(request->search()) != std::string::npos;
      for (const std::string& id : request->ids()) asked = asked || id == course.id();
      if (asked) *response->add_courses() = course;
    }
    return grpc::Status::OK;
  }

  grpc::Status BatchGetPlayback(grpc::ServerContext* context, const catalog::v1::BatchGetPlaybackRequest* request,
                                catalog::v1::BatchGetPlaybackResponse* response) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    absl::MutexLock lock(&mutex_);
    ++calls_;
    for (const std::string& id : request->asset_ids()) {
      // Assets of second parts are still being worked on.
      if (id.find("-2-") != id.npos) continue;
      auto* playback = response->add_playback();
      playback->set_asset_id(id);
      playback->set_hls("master.m3u8");
      playback->set_poster("poster.jpg");
      playback->set_duration(100);
      auto* track = playback->add_captions();
      track->set_lang("ar");
      track->set_label("العربية");
      track->set_path("captions/ar.vtt");
    }
    return grpc::Status::OK;
  }

  grpc::Status Watch(grpc::ServerContext* context, const catalog::v1::WatchRequest* request,
                     grpc::ServerWriter<catalog::v1::Event>* writer) override {
    if (grpc::Status status = CheckService(*context); !status.ok()) return status;
    return feed_.Serve(request->after(), *writer);
  }

 private:
  mutable absl::Mutex mutex_;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  grpc::Status failure_ ABSL_GUARDED_BY(mutex_);
  std::vector<catalog::v1::Course> courses_ ABSL_GUARDED_BY(mutex_);
  FakeFeed<catalog::v1::Event> feed_;
};

// Serves a fake on a free port; stops with it.
class FakeUpstreams {
 public:
  FakeUpstreams() {
    auth_server_ =
        Serve({static_cast<auth::v1::LearnerLookup::Service*>(&auth), static_cast<auth::v1::Sessions::Service*>(&auth)},
              auth_address_);
    catalog_server_ =
        Serve({static_cast<catalog::v1::Courses::Service*>(&catalog),
               static_cast<catalog::v1::Media::Service*>(&catalog), static_cast<catalog::v1::Feed::Service*>(&catalog)},
              catalog_address_);
  }
  ~FakeUpstreams() {
    StopAuth();
    StopCatalog();
  }

  const std::string& auth_address() const { return auth_address_; }
  const std::string& catalog_address() const { return catalog_address_; }
  void StopAuth() {
    auth.feed().Stop();
    if (auth_server_ != nullptr) auth_server_->Shutdown();
    auth_server_.reset();
  }
  void StopCatalog() {
    catalog.feed().Stop();
    if (catalog_server_ != nullptr) catalog_server_->Shutdown();
    catalog_server_.reset();
  }

  FakeAuth auth;
  FakeCatalog catalog;

 private:
  static std::unique_ptr<grpc::Server> Serve(const std::vector<grpc::Service*>& services, std::string& address) {
    grpc::ServerBuilder builder;
    int port = 0;
    // Else the kernel may give a port that another test's server shares.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    for (grpc::Service* service : services) builder.RegisterService(service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    address = "127.0.0.1:" + std::to_string(port);
    return server;
  }

  std::string auth_address_;
  std::string catalog_address_;
  std::unique_ptr<grpc::Server> auth_server_;
  std::unique_ptr<grpc::Server> catalog_server_;
};

}  // namespace academy::enrollment
