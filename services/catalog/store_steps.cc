#include "services/catalog/store_steps.h"

#include "academy/catalog/v1/feed.pb.h"
#include "services/catalog/records.h"

namespace academy::catalog {

void AppendCourseChanged(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_changed()->set_course_id(course_id);
  feed.Append(tx, event.SerializeAsString());
}

void AppendCourseRemoved(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_removed()->set_course_id(course_id);
  feed.Append(tx, event.SerializeAsString());
}

void AppendAssetChanged(Transaction& tx, ChangeFeed& feed, const std::string& asset_id) {
  std::string course_id;
  soci::statement statement =
      (tx.sql().prepare << "SELECT DISTINCT course_id FROM parts WHERE asset_id = :asset ORDER BY course_id",
       soci::use(asset_id), soci::into(course_id));
  statement.execute();
  std::vector<std::string> courses;
  while (statement.fetch()) courses.push_back(course_id);
  for (const std::string& course : courses) AppendCourseChanged(tx, feed, course);
}

void RemoveBlobLater(Transaction& tx, const std::string& key, UnixMillis due_at) {
  long long at = due_at;
  tx.sql() << "INSERT INTO blob_removals (key, due_at) VALUES (:key, :at) "
              "ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at",
      soci::use(key), soci::use(at);
}

void KeepBlob(Transaction& tx, const std::string& key) {
  tx.sql() << "DELETE FROM blob_removals WHERE key = :key", soci::use(key);
}

void RefreshUse(Transaction& tx, const std::string& asset_id, UnixMillis now) {
  long long at = now;
  tx.sql() << "UPDATE assets SET unused_since = CASE WHEN EXISTS (SELECT 1 FROM parts WHERE asset_id = assets.id) "
              "THEN NULL ELSE COALESCE(unused_since, CAST(:now AS BIGINT)) END WHERE id = :id",
      soci::use(at), soci::use(asset_id);
}

void DeleteAsset(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, UnixMillis now) {
  AppendAssetChanged(tx, feed, asset_id);
  tx.sql() << "DELETE FROM assets WHERE id = :id", soci::use(asset_id);
  RemoveBlobLater(tx, MediaFolder(asset_id), now);
}

}  // namespace academy::catalog
