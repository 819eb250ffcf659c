// Who has all words of a search, as SQL. Part of the learner store.
//
// The best plan depends on how frequent the words are, which neither engine estimates well for a prefix, so this class
// counts. Sets of learners are compared by a hash of the smaller one, in the order of the index of words: to look the
// words of each learner up would read the index all over. `CASE WHEN x IN (...) THEN 1 ELSE 0 END = 1` keeps PostgreSQL
// from turning it into a join, and a limit inside from believing that the hash does not fit in its memory.
#pragma once

#include <soci/soci.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "services/platform/db/query_builder.h"

namespace academy::auth {

// Greater than any character that follows a prefix.
inline constexpr std::string_view kAfterPrefix = "\U0010FFFF";

class LearnerSearch {
 public:
  // So many numbers fit in the hash of a PostgreSQL with its default memory.
  static constexpr int kHashed = 250'000;

  // `words` are folded; each is a prefix of a term. May throw as SOCI does, as all that is given a session.
  LearnerSearch(soci::session& sql, std::vector<std::string> words);

  // Without words everybody matches.
  bool everybody() const { return words_.empty(); }
  // No word is rare: a page of matches is probably found within a few rows anywhere in the list.
  bool frequent() const { return !words_.empty() && !few_; }
  // Several frequent words, of which one is rare enough that those who have it are hashed.
  bool comparable() const { return comparable_; }
  // The word that fewest learners have. Only if there are words.
  const std::string& rarest() const { return words_.front(); }
  // Returns in how many rows the rarest word occurs, `most` at most.
  int64_t CountRarest(soci::session& sql, int most) const { return CountRows(sql, 0, most); }
  // Whether those who have all words can be hashed.
  bool FitsHash(soci::session& sql) const;

  // Adds `SELECT learner_number ...`, which may return duplicates.
  void AddNumbers(QueryBuilder& select) const;
  // Adds a test that the learner with this number is among AddNumbers, for many learners. Only if FitsHash.
  void AddHashedTest(QueryBuilder& select, std::string_view number) const;
  // Adds ` AND ...`, which tests that the learner with this number has all words, for few learners.
  void AddTests(QueryBuilder& select, std::string_view number) const;

  // Counts the learners who have all words. Looks at no more than `most_rows` rows of words if they decide alone, and
  // at no more than `most_learners` learners otherwise. `add_flags` adds ` AND ...` about a row of learners; null for
  // none.
  struct Counted {
    int64_t matches = 0;
    // There may be more.
    bool at_least = false;
  };
  Counted Count(soci::session& sql, int most_rows, int most_learners,
                const std::function<void(QueryBuilder&)>& add_flags) const;

 private:
  // The rarest first.
  void SortByRows(soci::session& sql);
  // The learners who have each of these words, of which those are left out that are not there.
  void AddIntersection(QueryBuilder& select, const std::vector<size_t>& words) const;
  // Who has the first `count` words, each of which is scanned for those who have the words before.
  void AddCompared(QueryBuilder& select, size_t count) const;
  // Returns `most` at most.
  int64_t CountRows(soci::session& sql, size_t i, int most) const;
  // A word occurs once per statement, so its index makes the parameter names unique.
  void AddRange(QueryBuilder& select, std::string_view column, size_t i) const;
  void AddTest(QueryBuilder& select, std::string_view number, size_t i) const;

  // The rarest comes first, if it is rare or there are several.
  std::vector<std::string> words_;
  bool few_ = false;
  bool comparable_ = false;
};

}  // namespace academy::auth
