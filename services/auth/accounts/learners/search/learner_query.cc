#include "services/auth/accounts/learners/search/learner_query.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "services/auth/accounts/learners/learner_row.h"
#include "services/auth/accounts/learners/search/learner_search.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

#define ACADEMY_CANDIDATE_COLUMNS "id, number, fullname_key, email_key, created_at, last_login_at, active, activated"

// A learner who may match, with what decides it and where it stands in a list.
struct Candidate {
  std::string id;
  int64_t number = 0;
  std::string fullname_key;
  std::string email_key;
  int64_t created_at = 0;
  int64_t last_login_at = 0;
  int active = 0;
  int activated = 0;

  auto Columns() { return std::tie(id, number, fullname_key, email_key, created_at, last_login_at, active, activated); }
  LearnerPosition PositionIn(LearnerOrder order) const {
    switch (order) {
      case LearnerOrder::kFullname:
        return {.text_key = fullname_key, .number_key = 0, .id = id};
      case LearnerOrder::kEmail:
        return {.text_key = email_key, .number_key = 0, .id = id};
      case LearnerOrder::kCreatedAt:
        return {.text_key = {}, .number_key = created_at, .id = id};
      case LearnerOrder::kLastLogin:
        return {.text_key = {}, .number_key = last_login_at, .id = id};
    }
    return {};
  }
};

bool Before(const LearnerPosition& a, const LearnerPosition& b) {
  return std::tie(a.text_key, a.number_key, a.id) < std::tie(b.text_key, b.number_key, b.id);
}

const char* ColumnOf(LearnerOrder order) {
  switch (order) {
    case LearnerOrder::kFullname:
      return "fullname_key";
    case LearnerOrder::kEmail:
      return "email_key";
    case LearnerOrder::kCreatedAt:
      return "created_at";
    case LearnerOrder::kLastLogin:
      return "last_login_at";
  }
  return "id";
}

// How many rows of a list are scanned in its order before the matches are gathered and sorted instead.
constexpr int kWalkedRows = 1000;
constexpr int kWalkedFurther = 5000;
// More than any academy has.
constexpr int kGatheredRows = 100'000'000;
// So many matches are read and put in order here: in the order of names an index has all that is read.
constexpr int kFewMatches = 2000;
constexpr int kFewMatchesByName = 10'000;
// A list is only walked for a page if so many times its length are enough.
constexpr int kWalkedForOne = 10;

void AddFlags(QueryBuilder& select, const LearnerQuery& query, bool by_index) {
  if (query.activated.has_value()) select.Add(" AND activated = :activated", *query.activated);
  if (!query.active.has_value()) return;
  // The plus keeps SQLite from using the index on `active` and sorting, when another index already has the order.
  select.Add(by_index ? " AND active = :active" : " AND +active = :active", *query.active);
}

void AddPosition(QueryBuilder& select, const LearnerQuery& query) {
  if (!query.after.has_value()) return;
  select.Add(" AND (").Add(ColumnOf(query.order)).Add(query.descending ? ", id) < (" : ", id) > (");
  if (query.order == LearnerOrder::kFullname || query.order == LearnerOrder::kEmail) {
    select.Add(":key", query.after->text_key);
  } else {
    select.Add(":key", query.after->number_key);
  }
  select.Add(", :id)", query.after->id);
}

void AddOrder(QueryBuilder& select, const LearnerQuery& query) {
  std::string_view direction = query.descending ? " DESC" : " ASC";
  select.Add(" ORDER BY ").Add(ColumnOf(query.order)).Add(direction).Add(", id").Add(direction);
}

// Returns the matches among the next `walked` learners in the order of the list. The page is complete if it is full.
QueryBuilder PageNearby(const LearnerQuery& query, const LearnerSearch& search, int walked, std::string_view columns) {
  QueryBuilder select("SELECT ");
  select.Add(columns).Add(" FROM learners WHERE number IN (SELECT number FROM (SELECT number, id, ");
  select.Add(ColumnOf(query.order)).Add(" FROM learners WHERE 1 = 1");
  AddFlags(select, query, query.order == LearnerOrder::kFullname);
  AddPosition(select, query);
  AddOrder(select, query);
  select.Add(" LIMIT :walked) AS nearby WHERE 1 = 1", walked);
  search.AddTests(select, "nearby.number");
  AddOrder(select, query);
  select.Add(" LIMIT :limit)", query.limit);
  AddOrder(select, query);
  return select;
}

// Returns all matches of a search, or its page. The matches are gathered first and then sorted: PostgreSQL, which takes
// them to be all over the list, would walk along its order, past a million others to whoever is called Zaid. The limit
// inside keeps it from that.
QueryBuilder Gathered(const LearnerQuery& query, const LearnerSearch& search, std::string_view columns) {
  QueryBuilder select("SELECT ");
  select.Add(columns).Add(" FROM learners WHERE number IN (SELECT number FROM (SELECT number, id");
  // The id is there already.
  select.Add(", ").Add(ColumnOf(query.order)).Add(" FROM learners WHERE number IN (");
  search.AddNumbers(select);
  select.Add(")");
  AddFlags(select, query, /*by_index=*/false);
  AddPosition(select, query);
  select.Add(" LIMIT :gathered) AS gathered", kGatheredRows);
  AddOrder(select, query);
  if (query.limit > 0) select.Add(" LIMIT :limit", query.limit);
  select.Add(")");
  AddOrder(select, query);
  return select;
}

QueryBuilder& AddNames(QueryBuilder& select, const std::string& word) {
  return select.Add("fullname_key >= :first AND fullname_key < :last", word, word + std::string(kAfterPrefix));
}

// Returns the page of those whose name begins with the first word. They stand together in the order of names.
QueryBuilder PageOfNames(const LearnerQuery& query) {
  QueryBuilder select("SELECT " ACADEMY_CANDIDATE_COLUMNS " FROM learners WHERE " ACADEMY_NOT_BINNED " AND ");
  AddNames(select, query.words.front());
  AddFlags(select, query, /*by_index=*/true);
  AddPosition(select, query);
  AddOrder(select, query);
  select.Add(" LIMIT :limit", query.limit);
  return select;
}

// Returns the numbers of those who have the word elsewhere than at the beginning of their name; kFewMatches + 1 of them
// stand for more. Nullopt if too many names begin with it to be compared.
std::optional<std::vector<int64_t>> NumbersOfOthers(soci::session& sql, const LearnerSearch& search,
                                                    const std::string& word) {
  QueryBuilder names("SELECT COUNT(*) FROM (SELECT 1 FROM learners WHERE ");
  AddNames(names, word).Add(" LIMIT :most) AS names", LearnerSearch::kHashed + 1);
  if (names.Run<int64_t>(sql).front() > LearnerSearch::kHashed) return std::nullopt;
  QueryBuilder select("SELECT DISTINCT learner_number FROM (");
  search.AddNumbers(select);
  select.Add(") AS found WHERE CASE WHEN learner_number IN (SELECT number FROM learners WHERE ");
  AddNames(select, word).Add(" LIMIT :hashed) THEN 1 ELSE 0 END = 0", LearnerSearch::kHashed);
  select.Add(" LIMIT :most", kFewMatches + 1);
  return select.Run<int64_t>(sql);
}

// Walks along the list past whoever is not among the matches, which are read first: to look each learner up in them
// costs a tenth of looking for the learner's words.
QueryBuilder Walk(const LearnerQuery& query, const LearnerSearch& search) {
  QueryBuilder select("SELECT id FROM (SELECT id, ");
  select.Add(ColumnOf(query.order)).Add(" FROM learners WHERE ");
  search.AddHashedTest(select, "number");
  AddFlags(select, query, query.order == LearnerOrder::kFullname);
  AddPosition(select, query);
  AddOrder(select, query);
  select.Add(" LIMIT :limit) AS walked", query.limit);
  AddOrder(select, query);
  return select;
}

// Returns a page without a search.
QueryBuilder Page(const LearnerQuery& query, std::string_view columns) {
  QueryBuilder select("SELECT ");
  select.Add(columns).Add(" FROM learners WHERE " ACADEMY_NOT_BINNED);
  AddFlags(select, query, query.order == LearnerOrder::kFullname);
  AddPosition(select, query);
  AddOrder(select, query);
  if (query.limit > 0) select.Add(" LIMIT :limit", query.limit);
  return select;
}

// Counts without words: an index has the flags, but not who is in the bin, which are few.
int64_t CountByFlags(soci::session& sql, const LearnerQuery& query) {
  auto count = [&](std::string_view from) {
    QueryBuilder select("SELECT COUNT(*) FROM ");
    select.Add(from).Add(" WHERE 1 = 1");
    AddFlags(select, query, /*by_index=*/true);
    return select.Run<int64_t>(sql).front();
  };
  // SQLite counts a whole table quickly, but only without a condition.
  if (!query.active.has_value() && !query.activated.has_value()) {
    return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM learners") -
           QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM binned_learners");
  }
  return count("learners") - count("binned_learners JOIN learners ON number = learner_number");
}

// Leaves the candidates who have a term that begins with `word`.
void KeepThoseWith(soci::session& sql, const std::string& word, std::vector<Candidate>& candidates) {
  std::vector<std::tuple<int64_t, std::string, std::string>> asked;
  asked.reserve(candidates.size());
  const std::string last = word + std::string(kAfterPrefix);
  for (const Candidate& candidate : candidates) asked.emplace_back(candidate.number, word, last);
  std::vector<int64_t> numbers = QueryRows<int64_t>(
      sql,
      "WITH asked (asked_number, first, last) AS ({rows}) SELECT learner_number FROM asked CROSS JOIN learner_words"
      " WHERE learner_number = asked_number AND word >= first AND word < last",
      asked);
  std::unordered_set<int64_t> found(numbers.begin(), numbers.end());
  std::erase_if(candidates, [&](const Candidate& candidate) { return !found.contains(candidate.number); });
}

std::vector<Candidate> CandidatesOf(soci::session& sql, const LearnerQuery& query,
                                    const std::vector<int64_t>& numbers) {
  std::vector<std::tuple<int64_t>> asked(numbers.begin(), numbers.end());
  if (query.order == LearnerOrder::kFullname) {
    return QueryRows<Candidate>(
        sql,
        "WITH asked (asked_number) AS ({rows}) SELECT id, number, fullname_key, '', 0, 0, active,"
        " activated FROM asked CROSS JOIN learners WHERE number = asked_number",
        asked);
  }
  return QueryRows<Candidate>(sql,
                              "WITH asked (asked_number) AS ({rows}) SELECT " ACADEMY_CANDIDATE_COLUMNS
                              " FROM asked CROSS JOIN learners WHERE number = asked_number",
                              asked);
}

// To find who has a word by its rows in the index of words costs so much less a row than to look the word up for each
// learner.
constexpr int kRowsForOne = 16;
// So few learners are looked up at once.
constexpr size_t kLookedUp = 500;

// Returns those of many learners who have the rarest word of the search. Nullopt if that has so many rows that each
// learner is better looked up.
std::optional<std::vector<Candidate>> ThoseWithRarest(soci::session& sql, const LearnerQuery& query,
                                                      const std::vector<std::string>& ids,
                                                      const LearnerSearch& search) {
  const auto asked = static_cast<int>(ids.size());
  const int64_t rows = search.CountRarest(sql, kRowsForOne * asked + 1);
  if (rows > kRowsForOne * asked) return std::nullopt;
  const std::string last = search.rarest() + std::string(kAfterPrefix);
  QueryBuilder select("SELECT DISTINCT learner_number FROM learner_words WHERE word >= :first AND word < :last",
                      search.rarest(), last);
  // The fewer of the two are looked up: the numbers of those with the word, or the ids.
  if (rows > asked) {
    std::vector<std::tuple<std::string>> by_id(ids.begin(), ids.end());
    std::vector<int64_t> numbers = QueryRows<int64_t>(
        sql, "WITH asked (asked_id) AS ({rows}) SELECT number FROM asked CROSS JOIN learners WHERE id = asked_id",
        by_id);
    select.Add(" AND CASE WHEN learner_number IN (");
    AddNumberList(sql, numbers, select);
    select.Add(") THEN 1 ELSE 0 END = 1");
  }
  std::vector<Candidate> candidates = CandidatesOf(sql, query, select.Run<int64_t>(sql));
  const std::unordered_set<std::string_view> among(ids.begin(), ids.end());
  std::erase_if(candidates, [&](const Candidate& candidate) { return !among.contains(candidate.id); });
  return candidates;
}

// Returns those of these learners who have all words of the query.
std::vector<Candidate> MatchesAmong(soci::session& sql, const std::vector<std::string>& ids,
                                    const LearnerQuery& query) {
  std::vector<std::string> words = query.words;
  std::optional<std::vector<Candidate>> candidates;
  if (ids.size() > kLookedUp && !words.empty()) {
    const LearnerSearch search(sql, words);
    candidates = ThoseWithRarest(sql, query, ids, search);
    if (candidates.has_value()) std::erase(words, search.rarest());
  }
  if (!candidates.has_value()) {
    std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
    candidates = QueryRows<Candidate>(sql,
                                      "WITH asked (asked_id) AS ({rows}) SELECT " ACADEMY_CANDIDATE_COLUMNS
                                      " FROM asked CROSS JOIN learners WHERE id = asked_id"
                                      " AND NOT EXISTS (SELECT 1 FROM binned_learners WHERE learner_id = id)",
                                      asked);
  }
  for (const std::string& word : words) KeepThoseWith(sql, word, *candidates);
  return *std::move(candidates);
}

// Leaves those whom the query's flags ask for.
void EraseOthers(const LearnerQuery& query, std::vector<Candidate>& candidates) {
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return (query.active.has_value() && *query.active != (candidate.active != 0)) ||
           (query.activated.has_value() && *query.activated != (candidate.activated != 0));
  });
}

// Returns the ids of the query's page of these matches.
std::vector<std::string> PageOf(const LearnerQuery& query, const std::vector<Candidate>& candidates) {
  std::vector<LearnerPosition> places;
  for (const Candidate& candidate : candidates) {
    LearnerPosition place = candidate.PositionIn(query.order);
    if (query.after.has_value() && !(query.descending ? Before(place, *query.after) : Before(*query.after, place))) {
      continue;
    }
    places.push_back(std::move(place));
  }
  std::sort(places.begin(), places.end(), [&](const LearnerPosition& a, const LearnerPosition& b) {
    return query.descending ? Before(b, a) : Before(a, b);
  });
  if (query.limit > 0 && places.size() > static_cast<size_t>(query.limit)) {
    places.resize(static_cast<size_t>(query.limit));
  }
  std::vector<std::string> page;
  for (LearnerPosition& place : places) page.push_back(std::move(place.id));
  return page;
}

// Returns the page of a search for one frequent word in the order of names, in which many who have it may stand
// together far away. Nullopt if it is too frequent for that: then a page is found otherwise. `fits` is
// search.FitsHash().
std::optional<std::vector<std::string>> PageByName(soci::session& sql, const LearnerQuery& query,
                                                   const LearnerSearch& search, bool fits) {
  std::optional<std::vector<int64_t>> others = NumbersOfOthers(sql, search, query.words.front());
  if (others.has_value() && others->size() <= size_t{kFewMatches}) {
    std::vector<Candidate> candidates = CandidatesOf(sql, query, *others);
    EraseOthers(query, candidates);
    for (Candidate& named : PageOfNames(query).Run<Candidate>(sql)) candidates.push_back(std::move(named));
    return PageOf(query, candidates);
  }
  if (!fits) return std::nullopt;
  return Walk(query, search).Run<std::string>(sql);
}

void Load(soci::session& /*sql*/, std::vector<std::string> ids, std::vector<std::string>& rows) {
  rows = std::move(ids);
}
void Load(soci::session& sql, const std::vector<std::string>& ids, std::vector<LearnerRecord>& rows) {
  rows = FindLearners(sql, ids);
}

// Of learners, or of their ids.
template <typename Row>
auto RunQuery(soci::session& sql, const LearnerQuery& query, std::string_view columns) {
  using Rows = decltype(Page(query, columns).template Run<Row>(sql));
  const LearnerSearch search(sql, query.words);
  if (search.everybody()) return Page(query, columns).Run<Row>(sql);
  if (!search.frequent() || query.limit == 0) return Gathered(query, search, columns).template Run<Row>(sql);

  const bool by_name = query.words.size() == 1 && query.order == LearnerOrder::kFullname;
  // Neighbours by name are strangers in the index of learners' words, so that it would be read all over: a thousand of
  // its pages that are not in memory take longer than all rows of the word.
  const bool fits = by_name && search.FitsHash(sql);
  auto page_by_name = [&]() -> std::optional<Rows> {
    std::optional<std::vector<std::string>> page = PageByName(sql, query, search, fits);
    if (!page.has_value()) return std::nullopt;
    Rows rows;
    Load(sql, *std::move(page), rows);
    return rows;
  };
  if (fits) {
    if (std::optional<Rows> rows = page_by_name()) return *std::move(rows);
  }
  const auto wanted = static_cast<size_t>(query.limit);
  for (int walked : {kWalkedRows, kWalkedFurther}) {
    if (walked < kWalkedForOne * query.limit) continue;
    auto nearby = PageNearby(query, search, walked, columns).template Run<Row>(sql);
    if (nearby.size() == wanted) return nearby;
    // Each row that is walked past costs more than one that is gathered, so few matches among the first are enough to
    // turn back.
    if (nearby.size() * 2 * (kWalkedFurther / kWalkedRows) < wanted) break;
  }
  if (by_name && !fits) {
    if (std::optional<Rows> rows = page_by_name()) return *std::move(rows);
  }
  return Gathered(query, search, columns).template Run<Row>(sql);
}

}  // namespace

std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query) {
  return RunQuery<LearnerRow>(sql, query, ACADEMY_LEARNER_COLUMNS);
}

std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query) {
  return RunQuery<std::string>(sql, query, "id");
}

LearnerCount CountLearners(soci::session& sql, const LearnerQuery& query, const CountLimits& limits) {
  const LearnerSearch search(sql, query.words);
  if (search.everybody()) return {.total = CountByFlags(sql, query)};
  std::function<void(QueryBuilder&)> add_flags;
  if (query.active.has_value() || query.activated.has_value()) {
    add_flags = [&](QueryBuilder& select) { AddFlags(select, query, /*by_index=*/false); };
  }
  const LearnerSearch::Counted counted = search.Count(sql, limits.rows, limits.learners, add_flags);
  return {.total = counted.matches, .at_least = counted.at_least};
}

std::vector<std::string> QueryLearnerIdsAmong(soci::session& sql, const std::vector<std::string>& ids,
                                              const LearnerQuery& query, int64_t& total) {
  std::vector<Candidate> candidates = MatchesAmong(sql, ids, query);
  EraseOthers(query, candidates);
  total = static_cast<int64_t>(candidates.size());
  return PageOf(query, candidates);
}

std::optional<LearnerMatches> FindFewMatches(soci::session& sql, const LearnerQuery& query) {
  if (query.words.size() < 2) return std::nullopt;
  const LearnerSearch search(sql, query.words);
  if (!search.comparable()) return std::nullopt;
  QueryBuilder select("SELECT DISTINCT learner_number FROM (");
  search.AddNumbers(select);
  const int few = query.order == LearnerOrder::kFullname ? kFewMatchesByName : kFewMatches;
  select.Add(") AS found LIMIT :most", few + 1);
  std::vector<int64_t> numbers = select.Run<int64_t>(sql);
  if (numbers.size() > static_cast<size_t>(few)) return std::nullopt;
  std::vector<Candidate> candidates = CandidatesOf(sql, query, numbers);
  EraseOthers(query, candidates);
  return LearnerMatches{.page = PageOf(query, candidates), .total = static_cast<int64_t>(candidates.size())};
}

LearnerPosition PositionOf(const LearnerRecord& learner, LearnerOrder order) {
  switch (order) {
    case LearnerOrder::kFullname:
      return {.text_key = learner.fullname_key, .number_key = 0, .id = learner.id};
    case LearnerOrder::kEmail:
      return {.text_key = learner.email_key, .number_key = 0, .id = learner.id};
    case LearnerOrder::kCreatedAt:
      return {.text_key = {}, .number_key = learner.created_at, .id = learner.id};
    case LearnerOrder::kLastLogin:
      return {.text_key = {}, .number_key = learner.last_login_at, .id = learner.id};
  }
  return {};
}

}  // namespace academy::auth
