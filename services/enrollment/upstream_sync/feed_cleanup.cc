#include "services/enrollment/upstream_sync/feed_cleanup.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxSkipped = 256;

}  // namespace

FeedCleanup::FeedCleanup(const Deps& deps, const Channels& channels, const CallIdentity& identity)
    : deps_(deps),
      auth_stub_(auth::v1::Sessions::NewStub(channels.auth)),
      catalog_stub_(catalog::v1::Feed::NewStub(channels.catalog)),
      auth_("auth", identity,
            {.open =
                 [this](grpc::ClientContext& context, int64_t after) {
                   auth::v1::WatchRequest request;
                   request.set_after(after);
                   return auth_stub_->Watch(&context, request);
                 },
             .position = [this] { return PositionOf(auth_reader_); },
             .handle = [this](const auth::v1::Event& event) { return Handle(event); },
             .live = nullptr,
             .gap = [this](int64_t head) { return RemoveMissingLearners(head); }}),
      catalog_("catalog", identity,
               {.open =
                    [this](grpc::ClientContext& context, int64_t after) {
                      catalog::v1::WatchRequest request;
                      request.set_after(after);
                      return catalog_stub_->Watch(&context, request);
                    },
                .position = [this] { return PositionOf(catalog_reader_); },
                .handle = [this](const catalog::v1::Event& event) { return Handle(event); },
                .live = [this](bool live, int64_t position) { deps_.courses.OnStream(live, position); },
                .gap = [this](int64_t head) { return RemoveMissingCourses(head); }}) {}

std::vector<FollowedFeed> FeedCleanup::Followed() {
  return {{.source = std::string(auth_reader_.source),
           .lost_for = [this] { return auth_.LostFor(); },
           .position = [this] { return PositionOf(auth_reader_).value_or(-1); }},
          {.source = std::string(catalog_reader_.source),
           .lost_for = [this] { return catalog_.LostFor(); },
           .position = [this] { return PositionOf(catalog_reader_).value_or(-1); }}};
}

absl::StatusOr<int64_t> FeedCleanup::PositionOf(const Reader& reader) {
  ASSIGN_OR_RETURN(int64_t stored, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
    return LoadFeedPosition(sql, reader.source);
  }));
  return std::max<int64_t>(stored, reader.position);
}

absl::Status FeedCleanup::Stored(Reader& reader, int64_t position, absl::Status status) {
  if (status.ok()) {
    reader.position = position;
    reader.skipped = 0;
  }
  return status;
}

absl::Status FeedCleanup::StorePosition(Reader& reader, int64_t position) {
  return Stored(reader, position, deps_.database.Write([&](Transaction& tx) -> absl::Status {
    StoreFeedPosition(tx, reader.source, position);
    return absl::OkStatus();
  }));
}

absl::Status FeedCleanup::Skip(Reader& reader, int64_t position) {
  if (++reader.skipped >= kMaxSkipped) return StorePosition(reader, position);
  reader.position = position;
  return absl::OkStatus();
}

absl::Status FeedCleanup::Handle(const auth::v1::Event& event) {
  if (!event.has_learner_removed()) return Skip(auth_reader_, event.position());
  FeedPosition position{.source = auth_reader_.source, .position = event.position()};
  return Stored(auth_reader_, event.position(), RemoveLearner(deps_, event.learner_removed().learner_id(), position));
}

absl::Status FeedCleanup::Handle(const catalog::v1::Event& event) {
  deps_.courses.OnEvent(event);
  if (!event.has_course_removed()) return Skip(catalog_reader_, event.position());
  FeedPosition position{.source = catalog_reader_.source, .position = event.position()};
  return Stored(catalog_reader_, event.position(), RemoveCourse(deps_, event.course_removed().course_id(), position));
}

// Our ids are read before theirs: an id added in between is only in theirs, and removed ids never return.
absl::Status FeedCleanup::RemoveMissingLearners(int64_t head) {
  using Ids = absl::StatusOr<std::vector<std::string>>;
  ASSIGN_OR_RETURN(std::vector<std::string> ours,
                   deps_.database.Read([](soci::session& sql) -> Ids { return ListStoredLearners(sql); }));
  ASSIGN_OR_RETURN(std::vector<std::string> theirs, deps_.auth.ListIds(Caller(), {}));
  std::unordered_set<std::string_view> present(theirs.begin(), theirs.end());
  for (const std::string& id : ours) {
    if (!present.contains(id)) RETURN_IF_ERROR(RemoveLearner(deps_, id, std::nullopt));
  }
  return StorePosition(auth_reader_, head);
}

absl::Status FeedCleanup::RemoveMissingCourses(int64_t head) {
  using Ids = absl::StatusOr<std::vector<std::string>>;
  ASSIGN_OR_RETURN(std::vector<std::string> ours,
                   deps_.database.Read([](soci::session& sql) -> Ids { return ListStoredCourses(sql); }));
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> theirs, deps_.catalog.AllCourses(Caller()));
  std::unordered_set<std::string_view> present;
  for (const catalog::v1::Course& course : theirs) present.insert(course.id());
  for (const std::string& id : ours) {
    if (!present.contains(id)) RETURN_IF_ERROR(RemoveCourse(deps_, id, std::nullopt));
  }
  return StorePosition(catalog_reader_, head);
}

}  // namespace academy::enrollment
