// A page of the learners of a course, in an academy of any size.
//
// auth knows the learners' order and what a search finds, enrollment who has the course. As long as one of the two is a
// list of some thousand ids, it is joined with the other and the page is cut from it; of a search, auth is asked about
// some ten thousand who have the course at once, because it then compares whole sets. Beyond that the order is walked
// in portions until the page is full.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/assignments/lists/paging.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// The rows of both sides that a page shows.
struct Shown {
  std::vector<std::string> assigned;
  std::vector<std::string> unassigned;
  std::optional<std::string> next_cursor;
  int64_t total = 0;
  // There may be more than `total`.
  bool total_at_least = false;
};

// The sizes that decide how a page is found; small ones are for tests.
struct PageSizes {
  // Learners that a search may find, and that a course may have, to be listed whole; of a course that is searched,
  // more. At most 50,000.
  size_t found = 10'000;
  size_t assigned = 5000;
  size_t searched = 40'000;
  // As many as an auth of the release before compares.
  size_t searched_before = 20'000;
  // Ids of a portion.
  size_t portion = 2000;
  // Portions read for a page, and milliseconds after which no further one is. If they do not fill it, it is short, and
  // the next one goes on.
  int portions = 10;
  UnixMillis patience = 150;
};

class CoursePage {
 public:
  CoursePage(const Deps& deps, const Caller& caller, std::string course_id, const ListQuery& query,
             const PageSizes& sizes)
      : deps_(deps),
        caller_(caller),
        course_id_(std::move(course_id)),
        query_(query),
        sizes_(sizes),
        searched_(sizes.searched),
        now_(deps.clock.Now()) {}

  // Returns the ids of the page that the query requests. Errors as Upstream::Call, and INVALID_ARGUMENT
  // validation_failed for a cursor of another list.
  absl::StatusOr<Shown> Find();
  // The assignments of those who are shown as assigned, by learner. After Find().
  const std::unordered_map<std::string, AssignmentRecord>& assignments() const { return assignments_; }

 private:
  using Ids = std::vector<std::string>;
  struct Portion {
    Ids ids;
    std::optional<std::string> next;
  };

  bool everybody() const { return query_.search.empty() && !query_.active.has_value(); }
  LearnerFilter Filter() const;
  // How many who have the course are listed whole.
  size_t MostAssigned() const { return everybody() ? sizes_.assigned : searched_; }
  // Loads the assignments of these learners, or of all learners of the course.
  absl::Status LoadAmong(const Ids& learner_ids);
  absl::Status LoadAll();
  bool IsShown(const std::string& learner_id) const;
  // How many have the course; counted once.
  absl::StatusOr<int64_t> Assigned();
  // Returns the learners with an assignment, sorted by its date.
  Ids ByDate() const;

  // Cut from whole lists: of those that the search finds, of those who have the course.
  absl::StatusOr<Shown> CutFound(const Ids& found);
  absl::StatusOr<Shown> CutAssigned();
  // Walk the list of learners, or that of the course's assignments by date.
  absl::StatusOr<Shown> WalkLearners(bool assigned, const IdPage& first);
  absl::StatusOr<Shown> WalkDates();
  template <typename Read, typename Keep>
  absl::StatusOr<Shown> Walk(bool assigned, Read read, Keep keep);
  absl::StatusOr<Portion> PortionByDate(const std::string& cursor);

  const Deps& deps_;
  const Caller& caller_;
  const std::string course_id_;
  const ListQuery query_;
  const PageSizes sizes_;
  size_t searched_;
  const UnixMillis now_;
  std::optional<int64_t> assigned_;
  std::unordered_map<std::string, AssignmentRecord> assignments_;
};

}  // namespace academy::enrollment
