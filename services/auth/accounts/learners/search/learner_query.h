// Lists of learners and searches among them. Part of the learner store: see there for transactions and errors.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "services/auth/accounts/learners/learner_store.h"

namespace academy::auth {

enum class LearnerOrder { kFullname, kEmail, kCreatedAt, kLastLogin };

// Start of a page: after the learner with this key in the order, and this id.
struct LearnerPosition {
  std::string text_key;
  int64_t number_key = 0;
  std::string id;
};

struct LearnerQuery {
  // Folded words; each must be a prefix of one of the learner's search terms. Empty matches all.
  std::vector<std::string> words;
  std::optional<bool> active;
  std::optional<bool> activated;
  LearnerOrder order = LearnerOrder::kFullname;
  bool descending = false;
  std::optional<LearnerPosition> after;
  // 0 for all.
  int limit = 0;
};

std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query);
// Returns the ids of the matches in the order of `query`, with `after` and `limit`.
std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query);
// How many learners match.
struct LearnerCount {
  int64_t total = 0;
  // There are more: of a search that finds a large part of a large academy, not everything is counted.
  bool at_least = false;
};
// A search counts at most so many rows of its words; if it must look at the learners too, so many of them.
struct CountLimits {
  int rows = 100'000;
  int learners = 20'000;
};
// Returns the number of matches, ignoring `after` and `limit`. Without words it is exact.
LearnerCount CountLearners(soci::session& sql, const LearnerQuery& query, const CountLimits& limits = {});
// The matches of a search, if they are few.
struct LearnerMatches {
  // As QueryLearnerIds.
  std::vector<std::string> page;
  // Of all matches.
  int64_t total = 0;
};
// Finds the page and the number of matches at once, of a search for several frequent words that few have all of;
// nullopt for another search.
std::optional<LearnerMatches> FindFewMatches(soci::session& sql, const LearnerQuery& query);
// As QueryLearnerIds, of the matches among these learners, some 50,000 at most; also returns the number of all of them.
std::vector<std::string> QueryLearnerIdsAmong(soci::session& sql, const std::vector<std::string>& ids,
                                              const LearnerQuery& query, int64_t& total);
// Returns the position of `learner` in `order`.
LearnerPosition PositionOf(const LearnerRecord& learner, LearnerOrder order);

}  // namespace academy::auth
