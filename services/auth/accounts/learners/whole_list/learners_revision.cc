#include "services/auth/accounts/learners/whole_list/learners_revision.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

// Enough that revisions never repeat. They are not counted, because a restored database would repeat a counter.
constexpr size_t kBits = 128;
// A revision's stamp has those of its logs, each as `<slot>:<stamp>.`, of which the alphabet is that of base64url.
constexpr char kBetween = '.';

struct LogRow {
  LearnersRevision::Log log;

  auto Columns() { return std::tie(log.slot, log.text); }
  LearnersRevision::Log ToRecord() const { return log; }
};

std::string Name(const LearnersRevision::Log& log, std::string_view stamp) {
  std::string name = std::to_string(log.slot);
  name.append(":").append(stamp).append(1, kBetween);
  return name;
}

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

// Appends the learners that changed in a log since `stamp`. False when it does not tell.
bool AddChanged(std::string_view log, std::string_view stamp, std::vector<std::string>& ids) {
  while (!log.empty()) {
    Line line = TakeLine(log);
    if (line.stamp == stamp) return true;
    if (!line.whole) break;
    ids.emplace_back(line.learner_id);
  }
  return false;
}

}  // namespace

std::string LearnersRevision::stamp() const {
  std::string stamps;
  for (const Log& log : logs_) {
    std::string_view text = log.text;
    if (!text.empty()) stamps += Name(log, TakeLine(text).stamp);
  }
  return stamps;
}

std::optional<std::vector<std::string>> LearnersRevision::ChangedSince(std::string_view stamp) const {
  std::vector<std::string> ids;
  if (stamp.empty()) return std::nullopt;
  for (const Log& log : logs_) {
    if (log.text.empty()) continue;
    const std::string slot = std::to_string(log.slot) + ":";
    // A slot that was not in use then.
    if (!stamp.starts_with(slot)) return std::nullopt;
    const size_t end = stamp.find(kBetween);
    if (!AddChanged(log.text, stamp.substr(slot.size(), end - slot.size()), ids)) return std::nullopt;
    stamp.remove_prefix(std::min(stamp.size(), end + 1));
  }
  if (!stamp.empty()) return std::nullopt;
  return ids;
}

LearnersRevision ReadLearnersRevision(soci::session& sql) {
  return LearnersRevision(Query<LogRow>(sql, "SELECT slot, log FROM learners_stamps ORDER BY slot"));
}

void RenewLearnersRevision(soci::session& sql, const std::string& learner_id) {
  // Some fifty lines; the one that is cut is not read as a change.
  const std::string line = NewToken(kBits) + " " + learner_id + "\n";
  if (sql.get_backend_name() == "sqlite3") {
    Execute(sql, "UPDATE learners_stamps SET log = CAST(:line AS TEXT) || substr(log, 1, 3000) WHERE slot = 0", line);
  } else {
    Execute(sql,
            "INSERT INTO learners_stamps (slot, log) VALUES (pg_backend_pid() % 16, :line)"
            " ON CONFLICT (slot) DO UPDATE SET log = excluded.log || substr(learners_stamps.log, 1, 3000)",
            line);
  }
}

}  // namespace academy::auth
