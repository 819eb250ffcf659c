#include "services/catalog/assets/asset_removal.h"

#include "services/catalog/assets/asset_store.h"
#include "services/catalog/courses/course_events.h"
#include "services/catalog/courses/part_store.h"

namespace academy::catalog {

void RemoveAsset(Transaction& tx, ChangeFeed& feed, const std::string& id, UnixMillis now) {
  // Before the deletion, while the parts still refer to it.
  AppendAssetChanged(tx, feed, id);
  CountLossOfVideo(tx.sql(), id);
  DeleteAsset(tx.sql(), id, now);
}

}  // namespace academy::catalog
