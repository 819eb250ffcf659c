#include "services/catalog/courses/course_store.h"

#include <algorithm>
#include <set>

#include "services/catalog/courses/search_text.h"
#include "services/catalog/errors.h"
#include "services/catalog/store_steps.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::catalog {
namespace {

struct OldPart {
  std::string id;
  // Empty for none.
  std::string asset_id;
};

std::vector<OldPart> ReadParts(soci::session& sql, const std::string& course_id) {
  OldPart part;
  soci::indicator has_asset = soci::i_null;
  soci::statement statement = (sql.prepare << "SELECT id, asset_id FROM parts WHERE course_id = :course ORDER BY id",
                               soci::use(course_id), soci::into(part.id), soci::into(part.asset_id, has_asset));
  statement.execute();
  std::vector<OldPart> parts;
  while (statement.fetch()) {
    if (has_asset != soci::i_ok) part.asset_id.clear();
    parts.push_back(part);
  }
  return parts;
}

absl::Status RequireAssets(soci::session& sql, const std::vector<PartDraft>& drafts) {
  for (const PartDraft& draft : drafts) {
    if (draft.asset_id.empty()) continue;
    int found = 0;
    sql << "SELECT COUNT(*) FROM assets WHERE id = :id", soci::use(draft.asset_id), soci::into(found);
    if (found == 0) return error::AssetNotFound(draft.asset_id);
  }
  return absl::OkStatus();
}

AuditParty PartyOf(const CourseRecord& course) { return {.kind = "course", .id = course.id, .name = course.title}; }

bool operator==(const PartRecord& a, const PartRecord& b) {
  auto asset = [](const PartRecord& part) { return part.video.has_value() ? part.video->asset_id : std::string(); };
  return a.id == b.id && a.title == b.title && a.description == b.description && asset(a) == asset(b);
}

// How many parts of `some` are not in `others`.
std::string CountMissing(const std::vector<PartRecord>& some, const std::vector<PartRecord>& others) {
  std::set<std::string> known;
  for (const PartRecord& part : others) known.insert(part.id);
  size_t missing = 0;
  for (const PartRecord& part : some) missing += known.contains(part.id) ? 0 : 1;
  return std::to_string(missing);
}

AuditEntry UpdateEntry(const CourseRecord& before, const CourseRecord& after) {
  bool parts = !std::equal(before.parts.begin(), before.parts.end(), after.parts.begin(), after.parts.end(),
                           [](const PartRecord& a, const PartRecord& b) { return a == b; });
  AuditEntry entry{.action = "course.updated", .subject = PartyOf(after)};
  entry.details["changed"] = AuditFields()
                                 .Add("title", before.title != after.title)
                                 .Add("description", before.description != after.description)
                                 .Add("parts", parts)
                                 .text();
  if (before.title != after.title) entry.details["titleBefore"] = before.title;
  if (parts) {
    entry.details["partsAdded"] = CountMissing(after.parts, before.parts);
    entry.details["partsRemoved"] = CountMissing(before.parts, after.parts);
  }
  return entry;
}

void KeepPicture(Transaction& tx, const std::string& image) {
  for (const std::string& key : PictureKeys(image)) KeepBlob(tx, key);
}

void RemovePictureLater(Transaction& tx, const std::string& image, UnixMillis due_at) {
  for (const std::string& key : PictureKeys(image)) RemoveBlobLater(tx, key, due_at);
}

absl::StatusOr<CourseRecord> ReadOne(soci::session& sql, const std::string& id) {
  std::vector<CourseRecord> courses = QueryCoursesById(sql, {id});
  if (courses.empty()) return error::CourseNotFound();
  return std::move(courses.front());
}

}  // namespace

absl::StatusOr<CourseRecord> CourseStore::Create(const Caller& caller, const NewCourse& course) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<CourseRecord> {
    long long now = clock_.Now();
    std::string id = NewId(now);
    std::string title_folded = FoldForSearch(course.title);
    std::string search_text = title_folded + "\n" + FoldForSearch(course.description);
    std::string image = course.image.value_or("");
    soci::indicator has_image = course.image.has_value() ? soci::i_ok : soci::i_null;
    tx.sql() << "INSERT INTO courses (id, title, title_folded, description, search_text, image, created_at, updated_at)"
                " VALUES (:id, :title, :folded, :description, :search, :image, :created, :updated)",
        soci::use(id), soci::use(course.title), soci::use(title_folded), soci::use(course.description),
        soci::use(search_text), soci::use(image, has_image), soci::use(now), soci::use(now);
    if (course.image.has_value()) KeepPicture(tx, image);
    RETURN_IF_ERROR(SetParts(tx, id, course.parts));
    AppendCourseChanged(tx, feed_, id);
    audit_.Add(tx, caller,
               {.action = "course.created",
                .subject = {.kind = "course", .id = id, .name = course.title},
                .details = {{"parts", std::to_string(course.parts.size())}}});
    return ReadOne(tx.sql(), id);
  });
}

absl::StatusOr<CourseRecord> CourseStore::Update(const Caller& caller, const CourseChange& change) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<CourseRecord> {
    ASSIGN_OR_RETURN(CourseRecord old, ReadOne(tx.sql(), change.id));
    std::string title = change.title.value_or(old.title);
    std::string description = change.description.value_or(old.description);
    std::string title_folded = FoldForSearch(title);
    std::string search_text = title_folded + "\n" + FoldForSearch(description);
    long long now = clock_.Now();
    tx.sql() << "UPDATE courses SET title = :title, title_folded = :folded, description = :description, "
                "search_text = :search, updated_at = :now WHERE id = :id",
        soci::use(title), soci::use(title_folded), soci::use(description), soci::use(search_text), soci::use(now),
        soci::use(change.id);
    if (change.parts.has_value()) RETURN_IF_ERROR(SetParts(tx, change.id, *change.parts));
    AppendCourseChanged(tx, feed_, change.id);
    ASSIGN_OR_RETURN(CourseRecord updated, ReadOne(tx.sql(), change.id));
    audit_.Add(tx, caller, UpdateEntry(old, updated));
    return updated;
  });
}

absl::StatusOr<CourseRecord> CourseStore::SetImage(const Caller& caller, const std::string& id,
                                                   const std::string& image) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<CourseRecord> {
    ASSIGN_OR_RETURN(CourseRecord old, ReadOne(tx.sql(), id));
    long long now = clock_.Now();
    tx.sql() << "UPDATE courses SET image = :image, updated_at = :now WHERE id = :id", soci::use(image), soci::use(now),
        soci::use(id);
    KeepPicture(tx, image);
    if (old.image.has_value()) RemovePictureLater(tx, *old.image, now);
    AppendCourseChanged(tx, feed_, id);
    audit_.Add(tx, caller, {.action = "course.image_updated", .subject = PartyOf(old)});
    return ReadOne(tx.sql(), id);
  });
}

absl::StatusOr<std::vector<std::string>> CourseStore::Delete(const Caller& caller, const std::string& id) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<std::string>> {
    ASSIGN_OR_RETURN(CourseRecord course, ReadOne(tx.sql(), id));
    UnixMillis now = clock_.Now();
    tx.sql() << "DELETE FROM courses WHERE id = :id", soci::use(id);
    if (course.image.has_value()) RemovePictureLater(tx, *course.image, now);
    AppendCourseRemoved(tx, feed_, id);
    audit_.Add(tx, caller,
               {.action = "course.deleted",
                .subject = PartyOf(course),
                .details = {{"parts", std::to_string(course.parts.size())}}});
    std::set<std::string> assets;
    for (const PartRecord& part : course.parts) {
      if (part.video.has_value()) assets.insert(part.video->asset_id);
    }
    std::vector<std::string> removed;
    for (const std::string& asset : assets) {
      int uses = 0;
      tx.sql() << "SELECT COUNT(*) FROM parts WHERE asset_id = :asset", soci::use(asset), soci::into(uses);
      if (uses > 0) continue;
      DeleteAsset(tx, feed_, asset, now);
      removed.push_back(asset);
    }
    return removed;
  });
}

absl::StatusOr<CoursePage> CourseStore::List(const CourseListQuery& query) {
  return database_.Read([&](soci::session& sql) { return QueryCourses(sql, query); });
}

absl::StatusOr<std::vector<CourseRecord>> CourseStore::Get(const std::vector<std::string>& ids) {
  return database_.Read(
      [&](soci::session& sql) -> absl::StatusOr<std::vector<CourseRecord>> { return QueryCoursesById(sql, ids); });
}

absl::Status CourseStore::SetParts(Transaction& tx, const std::string& course_id,
                                   const std::vector<PartDraft>& drafts) {
  soci::session& sql = tx.sql();
  RETURN_IF_ERROR(RequireAssets(sql, drafts));
  std::set<std::string> gone;
  std::set<std::string> assets;
  for (OldPart& part : ReadParts(sql, course_id)) {
    gone.insert(part.id);
    if (!part.asset_id.empty()) assets.insert(part.asset_id);
  }

  UnixMillis now = clock_.Now();
  int ordinal = 0;
  std::string id, title, description, asset_id;
  soci::indicator has_asset = soci::i_null;
  soci::statement insert = (sql.prepare << "INSERT INTO parts (id, course_id, ordinal, title, description, asset_id) "
                                           "VALUES (:id, :course, :ordinal, :title, :description, :asset)",
                            soci::use(id), soci::use(course_id), soci::use(ordinal), soci::use(title),
                            soci::use(description), soci::use(asset_id, has_asset));
  soci::statement update =
      (sql.prepare << "UPDATE parts SET ordinal = :ordinal, title = :title, description = :description, "
                      "asset_id = :asset WHERE id = :id",
       soci::use(ordinal), soci::use(title), soci::use(description), soci::use(asset_id, has_asset), soci::use(id));
  for (const PartDraft& draft : drafts) {
    title = draft.title;
    description = draft.description;
    asset_id = draft.asset_id;
    has_asset = asset_id.empty() ? soci::i_null : soci::i_ok;
    if (!asset_id.empty()) assets.insert(asset_id);
    if (draft.id.empty()) {
      id = NewId(now);
      insert.execute(true);
    } else if (gone.erase(draft.id) == 1) {
      id = draft.id;
      update.execute(true);
    } else {
      return ValidationError({{"parts[" + std::to_string(ordinal) + "]._id", "part_not_found",
                               "The course has no part " + draft.id + ", or it is listed twice"}});
    }
    ++ordinal;
  }
  for (const std::string& part : gone) sql << "DELETE FROM parts WHERE id = :id", soci::use(part);
  for (const std::string& asset : assets) RefreshUse(tx, asset, now);
  return absl::OkStatus();
}

}  // namespace academy::catalog
