#include "services/auth/accounts/learners/search/learner_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace academy::auth {
namespace {

// A word with at most this many rows is rare: its rows are checked one by one.
constexpr int kFewRows = 1000;
// Up to so many rows, frequent words are compared by how rare they are.
constexpr int kManyRows = 50'000;
// Where no word is comparable, the intersection of two leaves so few that the others are tested one by one.
constexpr size_t kIntersected = 2;

struct CountedRow {
  int64_t rows = 0;
  int64_t matches = 0;

  auto Columns() { return std::tie(rows, matches); }
};

}  // namespace

LearnerSearch::LearnerSearch(soci::session& sql, std::vector<std::string> words) : words_(std::move(words)) {
  int64_t fewest = kFewRows + 1;
  for (size_t i = 0; i < words_.size() && fewest > 0; ++i) {
    int64_t rows = CountRows(sql, i, kFewRows + 1);
    if (rows >= fewest) continue;
    fewest = rows;
    std::swap(words_[0], words_[i]);
  }
  few_ = fewest <= kFewRows;
  if (!few_ && words_.size() > 1) SortByRows(sql);
}

bool LearnerSearch::FitsHash(soci::session& sql) const {
  return comparable() || CountRows(sql, 0, kHashed + 1) <= kHashed;
}

void LearnerSearch::AddNumbers(QueryBuilder& select) const {
  if (comparable()) return AddCompared(select, words_.size());
  if (few_) {
    select.Add("SELECT learner_number FROM learner_words AS found WHERE ");
    AddRange(select, "found.word", 0);
  } else {
    select.Add("SELECT learner_number FROM (");
    AddIntersection(select, {0, 1});
    select.Add(") AS found WHERE 1 = 1");
  }
  for (size_t i = few_ ? 1 : kIntersected; i < words_.size(); ++i) AddTest(select, "found.learner_number", i);
}

void LearnerSearch::AddHashedTest(QueryBuilder& select, std::string_view number) const {
  select.Add("CASE WHEN ").Add(number).Add(" IN (");
  AddCompared(select, words_.size());
  select.Add(" LIMIT " + std::to_string(kHashed) + ") THEN 1 ELSE 0 END = 1");
}

void LearnerSearch::AddTests(QueryBuilder& select, std::string_view number) const {
  for (size_t i = 0; i < words_.size(); ++i) AddTest(select, number, i);
}

LearnerSearch::Counted LearnerSearch::Count(soci::session& sql, int most_rows, int most_learners,
                                            const std::function<void(QueryBuilder&)>& add_flags) const {
  // The words whose rows are few enough to be compared with each other.
  std::vector<size_t> compared;
  if (words_.size() > 1) {
    for (size_t i = 0; i < words_.size() && compared.size() < (few_ ? 1 : kIntersected); ++i) {
      if (few_ || CountRows(sql, i, most_rows + 1) <= most_rows) compared.push_back(i);
    }
  }
  std::vector<size_t> tested;
  for (size_t i = 0; i < words_.size(); ++i) {
    if (std::find(compared.begin(), compared.end(), i) == compared.end()) tested.push_back(i);
  }
  if (compared.empty()) {
    compared.push_back(0);
    tested.erase(tested.begin());
  }
  const int most = tested.empty() && !add_flags ? most_rows : most_learners;
  QueryBuilder select("SELECT COUNT(*), COUNT(DISTINCT CASE WHEN 1 = 1");
  for (size_t i : tested) AddTest(select, "found.learner_number", i);
  if (add_flags) add_flags(select);
  select.Add(" THEN found.learner_number END) FROM (");
  AddIntersection(select, compared);
  select.Add(" LIMIT :most) AS found", most + 1);
  if (add_flags) select.Add(" JOIN learners ON number = found.learner_number");
  const CountedRow counted = select.Run<CountedRow>(sql).front();
  return {.matches = counted.matches, .at_least = counted.rows > most};
}

void LearnerSearch::SortByRows(soci::session& sql) {
  std::vector<std::pair<int64_t, std::string>> counted;
  for (size_t i = 0; i < words_.size(); ++i) counted.emplace_back(CountRows(sql, i, kManyRows), words_[i]);
  std::sort(counted.begin(), counted.end());
  for (size_t i = 0; i < words_.size(); ++i) words_[i] = std::move(counted[i].second);
  comparable_ = counted.front().first < kManyRows || CountRows(sql, 0, kHashed + 1) <= kHashed;
}

void LearnerSearch::AddIntersection(QueryBuilder& select, const std::vector<size_t>& words) const {
  for (size_t i : words) {
    if (i >= words_.size()) continue;
    select.Add(i == words.front() ? "" : " INTERSECT ").Add("SELECT learner_number FROM learner_words WHERE ");
    AddRange(select, "word", i);
  }
}

void LearnerSearch::AddCompared(QueryBuilder& select, size_t count) const {
  select.Add("SELECT learner_number FROM learner_words WHERE ");
  AddRange(select, "word", count - 1);
  if (count == 1) return;
  select.Add(" AND CASE WHEN learner_number IN (");
  AddCompared(select, count - 1);
  select.Add(" LIMIT " + std::to_string(kHashed) + ") THEN 1 ELSE 0 END = 1");
}

int64_t LearnerSearch::CountRows(soci::session& sql, size_t i, int most) const {
  QueryBuilder select("SELECT COUNT(*) FROM (SELECT 1 FROM learner_words WHERE ");
  AddRange(select, "word", i);
  select.Add(" LIMIT :most) AS some_rows", most);
  return select.Run<int64_t>(sql).front();
}

void LearnerSearch::AddRange(QueryBuilder& select, std::string_view column, size_t i) const {
  std::string index = std::to_string(i);
  select.Add(column).Add(" >= :from" + index, words_[i]);
  select.Add(" AND ").Add(column).Add(" < :to" + index, words_[i] + std::string(kAfterPrefix));
}

void LearnerSearch::AddTest(QueryBuilder& select, std::string_view number, size_t i) const {
  select.Add(" AND EXISTS (SELECT 1 FROM learner_words AS other WHERE other.learner_number = ").Add(number);
  select.Add(" AND ");
  AddRange(select, "other.word", i);
  select.Add(")");
}

}  // namespace academy::auth
