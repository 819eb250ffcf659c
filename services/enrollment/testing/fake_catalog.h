// A fake of the catalog for enrollment's tests.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "services/enrollment/testing/check_service.h"
#include "services/enrollment/testing/fake_feed.h"

namespace academy::enrollment {

class FakeCatalog final : public catalog::v1::Courses::Service,
                          public catalog::v1::Playback::Service,
                          public catalog::v1::Feed::Service {
 public:
  // Adds a course with parts `<id>-1`, `<id>-2`... of `durations` seconds, each with the ready asset `<part>-asset`.
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
  // How often a course was asked for by its id.
  int LoadsOf(const std::string& id) const {
    absl::MutexLock lock(&mutex_);
    auto found = loads_.find(id);
    return found == loads_.end() ? 0 : found->second;
  }
  void Remove(const std::string& id) {
    absl::MutexLock lock(&mutex_);
    std::erase_if(courses_, [&](const catalog::v1::Course& course) { return course.id() == id; });
  }
  // Replaces a part's video.
  void SetDuration(const std::string& part_id, double duration) {
    absl::MutexLock lock(&mutex_);
    for (catalog::v1::Course& course : courses_) {
      for (catalog::v1::Part& part : *course.mutable_parts()) {
        if (part.id() == part_id) part.set_duration(duration);
      }
    }
  }
  // Renames a course, appends the change to the feed and returns its position.
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
  // Makes all later calls of BatchGetCourses fail with `status`.
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
    for (const std::string& id : request->ids()) ++loads_[id];
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
      // Assets of second parts are still being processed.
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
  std::map<std::string, int> loads_ ABSL_GUARDED_BY(mutex_);
  grpc::Status failure_ ABSL_GUARDED_BY(mutex_);
  std::vector<catalog::v1::Course> courses_ ABSL_GUARDED_BY(mutex_);
  FakeFeed<catalog::v1::Event> feed_;
};

}  // namespace academy::enrollment
