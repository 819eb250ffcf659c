#include "services/auth/accounts/learners/whole_list/learners_revision.h"

#include <utility>

#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

// Enough that revisions never repeat. They are not counted, because a restored database would repeat a counter.
constexpr size_t kBits = 128;

// A line of the log, newest first: the stamp of a revision and the id of the learner whose change made it.
struct Line {
  std::string_view stamp;
  std::string_view learner_id;
  // The oldest line may be cut off, and one without an id is not a change.
  bool whole = false;
};

Line TakeLine(std::string_view& log) {
  size_t end = log.find('\n');
  std::string_view text = log.substr(0, end);
  log = end == log.npos ? std::string_view() : log.substr(end + 1);
  size_t space = text.find(' ');
  Line line{.stamp = text.substr(0, space)};
  if (space == text.npos) return line;
  line.learner_id = text.substr(space + 1);
  line.whole = end != text.npos && !line.learner_id.empty();
  return line;
}

}  // namespace

std::string_view LearnersRevision::stamp() const {
  std::string_view log = log_;
  return TakeLine(log).stamp;
}

std::optional<std::vector<std::string>> LearnersRevision::ChangedSince(std::string_view stamp) const {
  std::vector<std::string> ids;
  if (stamp.empty()) return std::nullopt;
  for (std::string_view log = log_; !log.empty();) {
    Line line = TakeLine(log);
    if (line.stamp == stamp) return ids;
    if (!line.whole) break;
    ids.emplace_back(line.learner_id);
  }
  return std::nullopt;
}

LearnersRevision ReadLearnersRevision(soci::session& sql) {
  return LearnersRevision(QueryOne<std::string>(sql, "SELECT stamp FROM learners_stamp").value_or(""));
}

void RenewLearnersRevision(soci::session& sql, const std::string& learner_id) {
  // Some fifty lines; the one that is cut is not read as a change.
  Execute(sql, "UPDATE learners_stamp SET stamp = CAST(:line AS TEXT) || substr(stamp, 1, 3000)",
          NewToken(kBits) + " " + learner_id + "\n");
}

}  // namespace academy::auth
