#include "services/catalog/testing/feed_events.h"

#include "academy/catalog/v1/feed.pb.h"

namespace academy::catalog {

std::vector<std::string> FeedEventsAfter(ChangeFeed& feed, int64_t position) {
  std::vector<std::string> events;
  const auto entries = *feed.ReadAfter(position, 100);
  for (const FeedEntry& entry : entries) {
    v1::Event event;
    event.ParseFromString(entry.payload);
    events.push_back(event.has_course_changed() ? "changed:" + event.course_changed().course_id()
                                                : "removed:" + event.course_removed().course_id());
  }
  return events;
}

}  // namespace academy::catalog
