#include "services/enrollment/upstream_sync/feed_cleanup.h"

#include <utility>

#include "services/enrollment/upstream_sync/binned/binning.h"
#include "services/enrollment/upstream_sync/list_reader.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/enrollment/upstream_sync/removals.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr UnixMillis kStoreInterval = 10'000;
// In a row, while events are handled meanwhile; then it waits.
constexpr int kMaxComparisons = 3;

}  // namespace

FeedCleanup::FeedCleanup(const Deps& deps, const Channels& channels, const CallIdentity& identity)
    : deps_(deps),
      auth_stub_(auth::v1::Sessions::NewStub(channels.auth)),
      catalog_stub_(catalog::v1::Feed::NewStub(channels.catalog)),
      checking_({.failure = "lists not compared",
                 .interval = kCheckInterval,
                 .first_retry = absl::Seconds(1),
                 .max_retry = absl::Minutes(1)},
                [this] { return CheckLists(); }),
      auth_("auth", identity,
            {.open =
                 [this](grpc::ClientContext& context, const FeedPlace& after, BlockingReader<auth::v1::Event>& reader) {
                   OpenWatch<auth::v1::WatchRequest>(*auth_stub_, context, after, reader);
                 },
             .place = [this] { return PlaceOf(auth_reader_); },
             .handle = [this](const auth::v1::Event& event, const FeedPlace& place) { return Handle(event, place); },
             .live =
                 [this](bool live, const FeedPlace& head) {
                   if (live) deps_.zone.Refresh();
                   OnStream(auth_reader_, live, head);
                 },
             .gap = [this](const FeedStart& start) { return OnGap(auth_reader_, start); }}),
      catalog_(
          "catalog", identity,
          {.open =
               [this](grpc::ClientContext& context, const FeedPlace& after,
                      BlockingReader<catalog::v1::Event>& reader) {
                 OpenWatch<catalog::v1::WatchRequest>(*catalog_stub_, context, after, reader);
               },
           .place = [this] { return PlaceOf(catalog_reader_); },
           .handle = [this](const catalog::v1::Event& event, const FeedPlace& place) { return Handle(event, place); },
           .live =
               [this](bool live, const FeedPlace& head) {
                 deps_.courses.OnStream(live, head.position());
                 OnStream(catalog_reader_, live, head);
               },
           .gap = [this](const FeedStart& start) { return OnGap(catalog_reader_, start); }}) {}

std::vector<FollowedFeed> FeedCleanup::Followed() {
  return {{.source = std::string(auth_reader_.source),
           .lost_for = [this] { return auth_.LostFor(); },
           .position = [this] { return auth_reader_.position.load(); }},
          {.source = std::string(catalog_reader_.source),
           .lost_for = [this] { return catalog_.LostFor(); },
           .position = [this] { return catalog_reader_.position.load(); }}};
}

void FeedCleanup::CompareAgain(ListKind kind) {
  (kind == ListKind::kLearners ? auth_reader_ : catalog_reader_).comparison_due = true;
  checking_.Wake();
}

absl::StatusOr<FeedPlace> FeedCleanup::PlaceOf(Reader& reader) {
  if (!reader.place.has_value()) {
    ASSIGN_OR_RETURN(FeedPlace stored, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<FeedPlace> {
      return LoadFeedPlace(sql, reader.source);
    }));
    reader.stored = stored;
    reader.MoveTo(std::move(stored));
  }
  return *reader.place;
}

absl::Status FeedCleanup::Stored(Reader& reader, const FeedPlace& place, absl::Status status) {
  if (status.ok()) {
    reader.MoveTo(place);
    reader.stored = place;
    reader.stored_at = deps_.clock.Now();
    NoteCaughtUp(reader);
  }
  return status;
}

absl::Status FeedCleanup::Advance(Reader& reader, const FeedPlace& place) {
  return Stored(reader, place, deps_.database.Write([&](Transaction& tx) -> absl::Status {
    AdvanceFeedPlace(tx, reader.source, place);
    return absl::OkStatus();
  }));
}

absl::Status FeedCleanup::Skip(Reader& reader, const FeedPlace& place) {
  UnixMillis waited = deps_.clock.Now() - reader.stored_at;
  if (waited < 0 || waited >= kStoreInterval) return Advance(reader, place);
  reader.MoveTo(place);
  NoteCaughtUp(reader);
  return absl::OkStatus();
}

absl::Status FeedCleanup::Handle(const auth::v1::Event& event, const FeedPlace& place) {
  Reader& reader = auth_reader_;
  FeedPosition position{.source = reader.source, .place = place};
  auto binned = [&](BinChange change, const std::string& id) {
    return Stored(reader, place, ApplyBinChange(deps_, ListKind::kLearners, change, id, position));
  };
  if (event.has_site_published()) deps_.zone.Refresh();
  if (event.has_learner_binned()) return binned(BinChange::kBinned, event.learner_binned().learner_id());
  if (event.has_learner_restored()) return binned(BinChange::kRestored, event.learner_restored().learner_id());
  if (!event.has_learner_removed()) return Skip(reader, place);
  return Stored(reader, place, RemoveLearner(deps_, event.learner_removed().learner_id(), position));
}

absl::Status FeedCleanup::Handle(const catalog::v1::Event& event, const FeedPlace& place) {
  deps_.courses.OnEvent(event);
  Reader& reader = catalog_reader_;
  FeedPosition position{.source = reader.source, .place = place};
  auto binned = [&](BinChange change, const std::string& id) {
    return Stored(reader, place, ApplyBinChange(deps_, ListKind::kCourses, change, id, position));
  };
  if (event.has_course_binned()) return binned(BinChange::kBinned, event.course_binned().course_id());
  if (event.has_course_restored()) return binned(BinChange::kRestored, event.course_restored().course_id());
  if (!event.has_course_removed()) return Skip(reader, place);
  return Stored(reader, place, RemoveCourse(deps_, event.course_removed().course_id(), position));
}

void FeedCleanup::OnStream(Reader& reader, bool live, const FeedPlace& head) {
  // Without a place the stream could not have opened.
  FeedPlace place = *reader.place;
  if (live) {
    // Even a feed without an event is remembered as that of its database.
    place.set_database_id(head.database_id());
    reader.catching_up_to = head.position();
  }
  absl::Status stored;
  if (place.SerializeAsString() != reader.stored.SerializeAsString()) stored = Advance(reader, place);
  if (!stored.ok()) LogWarning("feed place not stored", {{"source", reader.source}, {"error", MessageOf(stored)}});
  NoteCaughtUp(reader);
}

// The rest of a feed with a gap is read as usual. The place in another history is given up before the stream goes live.
absl::Status FeedCleanup::OnGap(Reader& reader, const FeedStart& start) {
  if (!start.restored()) return absl::OkStatus();
  return Stored(reader, start.head(), deps_.database.Write([&](Transaction& tx) -> absl::Status {
    StoreFeedPlace(tx, reader.source, start.head());
    return absl::OkStatus();
  }));
}

// Only then are the removals handled that the list already shows.
void FeedCleanup::NoteCaughtUp(Reader& reader) {
  if (reader.catching_up_to < 0 || reader.position < reader.catching_up_to) return;
  reader.catching_up_to = -1;
  CompareAgain(reader.kind);
}

absl::Status FeedCleanup::CheckLists() {
  absl::Status learners = CheckList(auth_reader_);
  absl::Status courses = CheckList(catalog_reader_);
  return learners.ok() ? courses : learners;
}

absl::Status FeedCleanup::CheckList(Reader& reader) {
  ListKind kind = reader.kind;
  ASSIGN_OR_RETURN(bool missing, deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    return AnyMissing(sql, kind);
  }));
  if (!missing && !reader.comparison_due) return absl::OkStatus();
  reader.comparison_due = false;
  absl::Status compared = Compare(kind);
  if (!compared.ok()) reader.comparison_due = true;
  return compared;
}

absl::Status FeedCleanup::Compare(ListKind kind) {
  ListReader reader(deps_.database, deps_.auth, deps_.catalog);
  ASSIGN_OR_RETURN(ListReader::Candidates candidates, reader.FindCandidates(Caller(), kind, ListReader::kMaxKept));
  auto apply = [&]() -> absl::Status {
    ASSIGN_OR_RETURN(ReadLists lists, reader.Read(Caller(), kind, candidates));
    return ApplyList(deps_, kind, lists.known, lists.listed);
  };
  absl::Status applied = apply();
  for (int i = 1; i < kMaxComparisons && absl::IsAborted(applied); ++i) applied = apply();
  RETURN_IF_ERROR(applied);
  return CountAbsences(deps_, kind);
}

}  // namespace academy::enrollment
