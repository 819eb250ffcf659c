// Steps that several stores take inside one transaction of theirs. They may throw as SOCI does.
//
// Thread-safe: they hold no state.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// Events of the catalog's feed.
void AppendCourseChanged(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
void AppendCourseRemoved(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
// CourseChanged for each course that has the asset in a part.
void AppendAssetChanged(Transaction& tx, ChangeFeed& feed, const std::string& asset_id);

// Has a blob, or all blobs of a folder, removed at `due_at` or soon after, even over a crash. KeepBlob takes that back.
void RemoveBlobLater(Transaction& tx, const std::string& key, UnixMillis due_at);
void KeepBlob(Transaction& tx, const std::string& key);

// Notes since when no part uses the asset, or that one does.
void RefreshUse(Transaction& tx, const std::string& asset_id, UnixMillis now);

// Deletes the asset with its upload and its job; parts lose it, its blobs go.
void DeleteAsset(Transaction& tx, ChangeFeed& feed, const std::string& asset_id, UnixMillis now);

}  // namespace academy::catalog
