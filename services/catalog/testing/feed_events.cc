#include "services/catalog/testing/feed_events.h"

#include "academy/catalog/v1/feed.pb.h"

namespace academy::catalog {

std::vector<std::string> FeedEventsAfter(ChangeFeed& feed, int64_t position) {
  std::vector<std::string> events;
  const auto entries = *feed.ReadAfter(position, 100);
  for (const FeedEntry& entry : entries) {
    v1::Event event;
    event.ParseFromString(entry.payload);
    if (event.has_course_changed()) events.push_back("changed:" + event.course_changed().course_id());
    if (event.has_course_removed()) events.push_back("removed:" + event.course_removed().course_id());
    if (event.has_course_binned()) events.push_back("binned:" + event.course_binned().course_id());
    if (event.has_course_restored()) events.push_back("restored:" + event.course_restored().course_id());
  }
  return events;
}

}  // namespace academy::catalog
