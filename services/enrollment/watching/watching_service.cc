#include "services/enrollment/watching/watching_service.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "services/enrollment/access/active_assignment.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// A page that stays open longer requests new URLs.
constexpr absl::Duration kTokenLifetime = absl::Hours(12);

// All URLs of an asset share a prefix, so that relative URLs in its playlists include the token too.
v1::GetMyCourseResponse::Playback ToPlayback(const catalog::v1::BatchGetPlaybackResponse::Playback& asset,
                                             const std::string& token) {
  std::string base = "/media/" + token + "/";
  v1::GetMyCourseResponse::Playback playback;
  playback.set_hls(base + asset.hls());
  if (!asset.poster().empty()) playback.set_poster(base + asset.poster());
  if (!asset.thumbnails().empty()) playback.set_thumbnails(base + asset.thumbnails());
  for (const auto& track : asset.captions()) {
    v1::GetMyCourseResponse::CaptionTrack* out = playback.add_captions();
    out->set_lang(track.lang());
    out->set_label(track.label());
    out->set_url(base + track.path());
    out->set_is_default(track.is_default());
  }
  playback.set_duration(asset.duration());
  return playback;
}

// Sizes in bytes of a list's and of an assignment's own fields, for reserving memory.
constexpr size_t kListHeadSize = 64;
constexpr size_t kAssignmentHeadSize = 256;

// A read of the learner's records, for Database::Read and ReadNow.
auto RecordsOf(const std::string& learner_id) {
  return [&learner_id](soci::session& sql) -> absl::StatusOr<LearnerRecords> {
    return ListLearnerRecords(sql, learner_id);
  };
}

// The progress records of each course, from records ordered by course.
using ProgressByCourse = std::unordered_map<std::string_view, absl::Span<const ProgressRecord>>;
ProgressByCourse GroupByCourse(absl::Span<const ProgressRecord> progress) {
  ProgressByCourse by_course;
  while (!progress.empty()) {
    size_t count = 1;
    while (count < progress.size() && progress[count].course_id == progress.front().course_id) ++count;
    by_course[progress.front().course_id] = progress.subspan(0, count);
    progress.remove_prefix(count);
  }
  return by_course;
}

std::vector<std::string> CourseIdsOf(const std::vector<AssignmentRecord>& assignments) {
  std::vector<std::string> ids;
  ids.reserve(assignments.size());
  for (const AssignmentRecord& assignment : assignments) ids.push_back(assignment.course_id);
  return ids;
}

}  // namespace

absl::StatusOr<grpc::ByteBuffer> WatchingService::ListMyCourses(const Caller& caller, int64_t catalog_position) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(LearnerRecords records, deps_.database.Read(RecordsOf(caller.id)));
  ASSIGN_OR_RETURN(CourseCache::Courses courses,
                   deps_.courses.Get(caller, CourseIdsOf(records.assignments), catalog_position));
  return ListOf(records, courses);
}

std::optional<absl::StatusOr<grpc::ByteBuffer>> WatchingService::ListMyCoursesNow(const Caller& caller,
                                                                                  int64_t catalog_position) {
  if (absl::Status allowed = RequireLearner(caller); !allowed.ok()) return allowed;
  std::optional<absl::StatusOr<LearnerRecords>> records = deps_.database.ReadNow(RecordsOf(caller.id));
  if (!records.has_value()) return std::nullopt;
  if (!records->ok()) return records->status();
  std::optional<CourseCache::Courses> courses =
      deps_.courses.GetCached(CourseIdsOf((*records)->assignments), catalog_position);
  if (!courses.has_value()) return std::nullopt;
  return ListOf(**records, *courses);
}

// Writes the serialized form directly, because most of it is cached in that form.
grpc::ByteBuffer WatchingService::ListOf(const LearnerRecords& records, const CourseCache::Courses& courses) const {
  const ProgressByCourse progress_of = GroupByCourse(records.progress);
  std::string wire;
  size_t size = kListHeadSize;
  for (const auto& course : courses) {
    if (course != nullptr)
      size += kAssignmentHeadSize + course->course_field.size() + course->empty_progress_field.size();
  }
  wire.reserve(size);
  AppendTextField(v1::ListMyCoursesResponse::kMessageFieldNumber, "Courses fetched", wire);
  UnixMillis now = deps_.clock.Now();
  std::string head;
  std::string progress;
  for (size_t i = 0; i < records.assignments.size(); ++i) {
    // The course was just deleted.
    if (courses[i] == nullptr) continue;
    const AssignmentRecord& assignment = records.assignments[i];
    const CachedCourse& course = *courses[i];
    head.clear();
    AppendAssignment(assignment, now, head);
    auto begun = progress_of.find(assignment.course_id);
    if (begun != progress_of.end()) {
      progress.clear();
      AppendField(v1::Assignment::kProgressFieldNumber, ToListedProgress(course.outline, begun->second, deps_.rules),
                  progress);
    }
    const std::string& watched = begun != progress_of.end() ? progress : course.empty_progress_field;
    AppendFieldHead(v1::ListMyCoursesResponse::kResultFieldNumber,
                    head.size() + course.course_field.size() + watched.size(), wire);
    wire += head;
    wire += course.course_field;
    wire += watched;
  }
  return ToBuffer(std::move(wire));
}

absl::StatusOr<v1::GetMyCourseResponse> WatchingService::GetMyCourse(const Caller& caller,
                                                                     const v1::GetMyCourseRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  AssignmentKey key{.course_id = request.course_id(), .learner_id = caller.id};
  ASSIGN_OR_RETURN(AssignmentRecord assignment, LoadActiveAssignment(deps_.database, key, deps_.clock.Now()));
  ASSIGN_OR_RETURN(catalog::v1::Course course, OrNotAssigned(deps_.catalog.GetCourse(caller, assignment.course_id)));
  using Records = absl::StatusOr<std::vector<ProgressRecord>>;
  ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress,
                   deps_.database.Read([&](soci::session& sql) -> Records { return ListProgressOfCourse(sql, key); }));

  v1::GetMyCourseResponse response;
  response.set_message("Course fetched");
  v1::GetMyCourseResponse::Result& result = *response.mutable_result();
  *result.mutable_assignment() = ToProto(assignment, deps_.clock.Now());
  *result.mutable_progress() = ToProgress(OutlineOf(course), progress, deps_.rules);
  RETURN_IF_ERROR(AddPlayback(caller, assignment, course, result));
  *result.mutable_course() = WithoutAssets(std::move(course));
  // Every response includes the course in the assignment.
  *result.mutable_assignment()->mutable_course() = result.course();
  return response;
}

absl::Status WatchingService::AddPlayback(const Caller& caller, const AssignmentRecord& assignment,
                                          const catalog::v1::Course& course, v1::GetMyCourseResponse::Result& result) {
  std::vector<std::string> asset_ids;
  for (const catalog::v1::Part& part : course.parts()) {
    if (part.has_video()) asset_ids.push_back(part.video().asset_id());
  }
  ASSIGN_OR_RETURN(auto assets, deps_.catalog.GetPlayback(caller, asset_ids));
  std::unordered_map<std::string_view, const catalog::v1::BatchGetPlaybackResponse::Playback*> by_id;
  for (const auto& asset : assets) by_id[asset.asset_id()] = &asset;

  MediaGrant grant{
      .session_id = caller.session_id,
      .learner_id = caller.id,
      .assignment_id = assignment.id,
      .asset_id = {},
      .expires_at = std::min(assignment.window.expiry, deps_.clock.Now() + absl::ToInt64Milliseconds(kTokenLifetime))};
  for (int i = 0; i < course.parts_size(); ++i) {
    const catalog::v1::Part& part = course.parts(i);
    auto asset = by_id.find(part.video().asset_id());
    if (!part.has_video() || asset == by_id.end()) continue;
    grant.asset_id = part.video().asset_id();
    v1::GetMyCourseResponse::Playback playback = ToPlayback(*asset->second, deps_.tokens.Mint(grant));
    // ToProgress has an entry for each part, in the course's order.
    playback.set_position(result.progress().parts(i).position());
    (*result.mutable_playback())[part.id()] = std::move(playback);
  }
  return absl::OkStatus();
}

}  // namespace academy::enrollment
