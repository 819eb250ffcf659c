#include "services/enrollment/watching/watching_service.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "absl/types/span.h"
#include "services/enrollment/assignments/access.h"
#include "services/enrollment/assignments/dates.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// A page that stays open longer asks for new addresses.
constexpr UnixMillis kTokenLife = 12LL * 60 * 60 * 1000;

// Every address of one asset begins alike, so that relative ones inside its playlists carry the token too.
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

// Bytes of a list's and of an assignment's own fields, for reserving.
constexpr size_t kListHeadSize = 64;
constexpr size_t kAssignmentHeadSize = 256;

std::vector<std::string> CourseIdsOf(const std::vector<AssignmentRecord>& assignments) {
  std::vector<std::string> ids;
  ids.reserve(assignments.size());
  for (const AssignmentRecord& assignment : assignments) ids.push_back(assignment.course_id);
  return ids;
}

// A course that was deleted a moment ago is as one that is not assigned: its assignments follow as soon as the
// catalog's feed says so.
template <typename Course>
absl::StatusOr<Course> OrNotAssigned(absl::StatusOr<Course> course) {
  if (absl::IsNotFound(course.status())) return error::AssignmentNotFound();
  return course;
}

}  // namespace

absl::StatusOr<grpc::ByteBuffer> WatchingService::ListMyCourses(const Caller& caller, int64_t catalog_position) {
  RETURN_IF_ERROR(RequireLearner(caller));
  ASSIGN_OR_RETURN(LearnerRecords records, learners_.Get(caller.id));
  ASSIGN_OR_RETURN(CourseCache::Courses courses,
                   courses_.Get(caller, CourseIdsOf(records.assignments), catalog_position));
  return ListOf(records, courses);
}

std::optional<absl::StatusOr<grpc::ByteBuffer>> WatchingService::ListMyCoursesNow(const Caller& caller,
                                                                                  int64_t catalog_position) {
  if (absl::Status allowed = RequireLearner(caller); !allowed.ok()) return allowed;
  std::optional<absl::StatusOr<LearnerRecords>> records = learners_.GetNow(caller.id);
  if (!records.has_value()) return std::nullopt;
  if (!records->ok()) return records->status();
  std::optional<CourseCache::Courses> courses =
      courses_.GetRemembered(CourseIdsOf((*records)->assignments), catalog_position);
  if (!courses.has_value()) return std::nullopt;
  return ListOf(**records, *courses);
}

// Written as it is serialized, since most of it is kept in that form.
grpc::ByteBuffer WatchingService::ListOf(const LearnerRecords& records, const CourseCache::Courses& courses) const {
  // By course: they come in its order.
  std::unordered_map<std::string_view, absl::Span<const ProgressRecord>> progress_of;
  absl::Span<const ProgressRecord> rest = records.progress;
  while (!rest.empty()) {
    size_t count = 1;
    while (count < rest.size() && rest[count].course_id == rest.front().course_id) ++count;
    progress_of[rest.front().course_id] = rest.subspan(0, count);
    rest.remove_prefix(count);
  }

  std::string wire;
  size_t size = kListHeadSize;
  for (const auto& course : courses) {
    if (course != nullptr) size += kAssignmentHeadSize + course->course_field.size() + course->no_progress_field.size();
  }
  wire.reserve(size);
  AppendTextField(v1::ListMyCoursesResponse::kMessageFieldNumber, "Courses fetched", wire);
  UnixMillis now = clock_.Now();
  std::string head;
  std::string progress;
  for (size_t i = 0; i < records.assignments.size(); ++i) {
    // Deleted a moment ago.
    if (courses[i] == nullptr) continue;
    const AssignmentRecord& assignment = records.assignments[i];
    const KnownCourse& course = *courses[i];
    head.clear();
    AppendAssignment(assignment, now, head);
    auto touched = progress_of.find(assignment.course_id);
    if (touched != progress_of.end()) {
      progress.clear();
      AppendField(v1::Assignment::kProgressFieldNumber, ToProgress(course.outline, touched->second, rules_), progress);
    }
    const std::string& watched = touched != progress_of.end() ? progress : course.no_progress_field;
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
  ASSIGN_OR_RETURN(AssignmentRecord assignment, FindActive(caller, request.course_id()));
  ASSIGN_OR_RETURN(catalog::v1::Course course, OrNotAssigned(catalog_.GetCourse(caller, assignment.course_id)));
  ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress, progress_.OfCourse({assignment.course_id, caller.id}));

  v1::GetMyCourseResponse response;
  response.set_message("Course fetched");
  v1::GetMyCourseResponse::Result& result = *response.mutable_result();
  *result.mutable_assignment() = ToProto(assignment, clock_.Now());
  *result.mutable_progress() = ToProgress(OutlineOf(course), progress, rules_);
  RETURN_IF_ERROR(AddPlayback(caller, assignment, course, result));
  *result.mutable_course() = WithoutAssets(std::move(course));
  // An assignment has its course wherever it stands.
  *result.mutable_assignment()->mutable_course() = result.course();
  return response;
}

absl::Status WatchingService::AddPlayback(const Caller& caller, const AssignmentRecord& assignment,
                                          const catalog::v1::Course& course, v1::GetMyCourseResponse::Result& result) {
  std::vector<std::string> asset_ids;
  for (const catalog::v1::Part& part : course.parts()) {
    if (part.has_video()) asset_ids.push_back(part.video().asset_id());
  }
  ASSIGN_OR_RETURN(auto assets, catalog_.GetPlayback(caller, asset_ids));
  std::unordered_map<std::string_view, const catalog::v1::BatchGetPlaybackResponse::Playback*> by_id;
  for (const auto& asset : assets) by_id[asset.asset_id()] = &asset;

  MediaGrant grant{.session_id = caller.session_id,
                   .learner_id = caller.id,
                   .assignment_id = assignment.id,
                   .asset_id = {},
                   .expires_at = std::min(assignment.window.expiry, clock_.Now() + kTokenLife)};
  for (int i = 0; i < course.parts_size(); ++i) {
    const catalog::v1::Part& part = course.parts(i);
    auto asset = by_id.find(part.video().asset_id());
    if (!part.has_video() || asset == by_id.end()) continue;
    grant.asset_id = part.video().asset_id();
    v1::GetMyCourseResponse::Playback playback = ToPlayback(*asset->second, tokens_.Mint(grant));
    // ToProgress has an entry for each part, in the course's order.
    playback.set_position(result.progress().parts(i).position());
    (*result.mutable_playback())[part.id()] = std::move(playback);
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::UpdateProgressResponse> WatchingService::UpdateProgress(const Caller& caller,
                                                                           const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  RETURN_IF_ERROR(RequireId(request.course_id(), "courseId"));
  RETURN_IF_ERROR(RequireId(request.part_id(), "partId"));
  RETURN_IF_ERROR(ValidateReport(request));
  ASSIGN_OR_RETURN(AssignmentRecord assignment, FindActive(caller, request.course_id()));
  ASSIGN_OR_RETURN(std::shared_ptr<const KnownCourse> known,
                   OrNotAssigned(courses_.GetForReport(caller, assignment.course_id)));
  const CourseOutline& course = known->outline;
  const CourseOutline::Part* part = course.Find(request.part_id());
  if (part == nullptr) return error::PartNotFound(request.part_id());
  ASSIGN_OR_RETURN(WatchReport report, ReportWithin(request, part->duration));

  UnixMillis now = clock_.Now();
  auto change = [&](const std::vector<ProgressRecord>& before, const std::optional<WatchAccount>& account) {
    return Compute(course, *part, report, before, account, now);
  };
  ASSIGN_OR_RETURN(std::vector<ProgressRecord> progress,
                   progress_.Update({assignment.course_id, caller.id}, part->id, DayOf(now, zone_), change));
  v1::UpdateProgressResponse response;
  response.set_message("Updated Successfully");
  *response.mutable_result() = ToProgress(course, progress, rules_);
  return response;
}

ProgressUpdate WatchingService::Compute(const CourseOutline& course, const CourseOutline::Part& part,
                                        const WatchReport& report, std::vector<ProgressRecord> progress,
                                        const std::optional<WatchAccount>& account, UnixMillis now) const {
  auto record = std::find_if(progress.begin(), progress.end(),
                             [&](const ProgressRecord& each) { return each.part_id == part.id; });
  std::optional<PartState> before;
  if (record != progress.end()) before = record->state;
  AppliedReport advanced = ApplyReport(before, account, report, part.duration, now, rules_);
  if (record == progress.end()) {
    record = progress.insert(record, {.course_id = course.id, .part_id = part.id});
  }
  record->state = advanced.part;
  return {.part = std::move(advanced.part),
          .account = advanced.account,
          .added = advanced.added,
          .stopped_in = StoppedIn(record->state, part.duration),
          .buckets = WatchedBuckets(record->state, part.duration),
          .course_completed = IsCompleted(course, progress)};
}

absl::StatusOr<AssignmentRecord> WatchingService::FindActive(const Caller& caller, const std::string& course_id) {
  ASSIGN_OR_RETURN(AssignmentRecord assignment, assignments_.Find({course_id, caller.id}));
  switch (DecideAccess(assignment.window, clock_.Now())) {
    case AccessState::kUpcoming:
      return error::CourseNotStarted();
    case AccessState::kExpired:
      return error::CourseExpired();
    case AccessState::kActive:
      break;
  }
  return assignment;
}

}  // namespace academy::enrollment
