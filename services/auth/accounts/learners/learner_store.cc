#include "services/auth/accounts/learners/learner_store.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/accounts/text.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"
#include "services/platform/db/row_list.h"

namespace academy::auth {
namespace {

#define ACADEMY_LEARNER_COLUMNS                                                                                     \
  "id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash, active, activated, language," \
  " last_login_at, created_at, revision"

// Learners in the bin have no search terms, and their e-mail key is nobody's, so only other queries need a condition.
#define ACADEMY_NOT_BINNED "number NOT IN (SELECT learner_number FROM binned_learners)"

// Greater than any character that follows a prefix.
constexpr std::string_view kLastCharacter = "\U0010FFFF";

struct LearnerRow {
  LearnerRecord record;

  auto Columns() {
    return std::tie(record.id, record.email, record.email_key, record.fullname, record.fullname_key, record.phonenumber,
                    record.address, record.password_hash, record.active, record.activated, record.language,
                    record.last_login_at, record.created_at, record.revision);
  }
  LearnerRecord ToRecord() const { return record; }
};

struct CheckedRow {
  std::string id;
  int known = 0;
  int binned = 0;

  auto Columns() { return std::tie(id, known, binned); }
  CheckedId ToRecord() const { return {.id = id, .known = known != 0, .binned = binned != 0}; }
};

struct CountedRow {
  int64_t rows = 0;
  int64_t matches = 0;

  auto Columns() { return std::tie(rows, matches); }
};

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

void WriteTerms(soci::session& sql, const LearnerRecord& learner) {
  auto number = QueryOne<int64_t>(sql, "SELECT number FROM learners WHERE id = :id", learner.id).value_or(0);
  std::vector<std::string> terms = SearchTerms(learner.fullname, learner.email, learner.phonenumber);
  // Most changes of a learner change none.
  for (const std::string& old :
       Query<std::string>(sql, "SELECT word FROM learner_words WHERE learner_number = :number", number)) {
    if (std::erase(terms, old) > 0) continue;
    Execute(sql, "DELETE FROM learner_words WHERE learner_number = :number AND word = :word", number, old);
  }
  for (const std::string& term : terms) {
    Execute(sql, "INSERT INTO learner_words (learner_number, word) VALUES (:number, :word)", number, term);
  }
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

// A word with at most this many rows is rare: its rows are checked one by one.
constexpr int kFewRows = 1000;
// Up to so many rows, frequent words are compared by how rare they are.
constexpr int kManyRows = 50'000;
// How many rows of a list are scanned in its order before the matches are gathered and sorted instead.
constexpr int kWalkedRows = 1000;
constexpr int kWalkedFurther = 5000;
// More than any academy has.
constexpr int kGatheredRows = 100'000'000;

// Finds the learners who have all words of a search. The best plan depends on how rare the words are, which neither
// engine estimates for a prefix, so this class counts.
class Search {
 public:
  Search(soci::session& sql, std::vector<std::string> words) : words_(std::move(words)) {
    int64_t fewest = kFewRows + 1;
    for (size_t i = 0; i < words_.size() && fewest > 0; ++i) {
      int64_t rows = CountRows(sql, i, kFewRows + 1);
      if (rows >= fewest) continue;
      fewest = rows;
      std::swap(words_[0], words_[i]);
    }
    few_ = fewest <= kFewRows;
    if (!few_ && words_.size() > 2) SortByRows(sql);
  }

  // Without words everybody matches.
  bool everybody() const { return words_.empty(); }
  // Every word is so frequent that a page of matches is probably found within a few rows anywhere in the list.
  bool frequent() const { return !words_.empty() && !few_; }

  // Adds `SELECT learner_number ...`, which may return duplicates.
  void AddNumbers(QueryBuilder& select) const {
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

  // Counts the learners who have all words, without looking at more rows than `limits` allows. `flags` add ` AND ...`
  // about a row of learners, if there are any.
  template <typename AddFlags>
  LearnerCount Count(soci::session& sql, const CountLimits& limits, bool with_flags, AddFlags add_flags) const {
    // The words whose rows are few enough to be compared with each other.
    std::vector<size_t> compared;
    if (words_.size() > 1) {
      for (size_t i = 0; i < words_.size() && compared.size() < (few_ ? 1 : kIntersected); ++i) {
        if (few_ || CountRows(sql, i, limits.rows + 1) <= limits.rows) compared.push_back(i);
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
    const bool plain = tested.empty() && !with_flags;
    const int most = plain ? limits.rows : limits.learners;
    QueryBuilder select("SELECT COUNT(*), COUNT(DISTINCT CASE WHEN 1 = 1");
    for (size_t i : tested) AddTest(select, "found.learner_number", i);
    if (with_flags) add_flags(select);
    select.Add(" THEN found.learner_number END) FROM (");
    AddIntersection(select, compared);
    select.Add(" LIMIT :most) AS found", most + 1);
    if (with_flags) select.Add(" JOIN learners ON number = found.learner_number");
    const CountedRow counted = select.Run<CountedRow>(sql).front();
    return {.total = counted.matches, .at_least = counted.rows > most};
  }

  // Adds ` AND ...`, which tests that the learner with this number has all words.
  void AddTests(QueryBuilder& select, std::string_view number) const {
    for (size_t i = 0; i < words_.size(); ++i) AddTest(select, number, i);
  }

 private:
  // Of more frequent words the intersection of two leaves so few that the others are tested one by one.
  static constexpr size_t kIntersected = 2;

  // The rarest first.
  void SortByRows(soci::session& sql) {
    std::vector<std::pair<int64_t, std::string>> counted;
    for (size_t i = 0; i < words_.size(); ++i) counted.emplace_back(CountRows(sql, i, kManyRows), words_[i]);
    std::sort(counted.begin(), counted.end());
    for (size_t i = 0; i < words_.size(); ++i) words_[i] = std::move(counted[i].second);
  }
  // The learners who have each of these words, if there is such a word.
  void AddIntersection(QueryBuilder& select, const std::vector<size_t>& words) const {
    for (size_t i : words) {
      if (i >= words_.size()) continue;
      select.Add(i == words.front() ? "" : " INTERSECT ").Add("SELECT learner_number FROM learner_words WHERE ");
      AddRange(select, "word", i);
    }
  }
  // At most `most`.
  int64_t CountRows(soci::session& sql, size_t i, int most) const {
    QueryBuilder select("SELECT COUNT(*) FROM (SELECT 1 FROM learner_words WHERE ");
    AddRange(select, "word", i);
    select.Add(" LIMIT :most) AS some_rows", most);
    return select.Run<int64_t>(sql).front();
  }
  // A word occurs once per statement, so its index makes the parameter names unique.
  void AddRange(QueryBuilder& select, std::string_view column, size_t i) const {
    std::string index = std::to_string(i);
    select.Add(column).Add(" >= :from" + index, words_[i]);
    select.Add(" AND ").Add(column).Add(" < :to" + index, words_[i] + std::string(kLastCharacter));
  }
  void AddTest(QueryBuilder& select, std::string_view number, size_t i) const {
    select.Add(" AND EXISTS (SELECT 1 FROM learner_words AS other WHERE other.learner_number = ").Add(number);
    select.Add(" AND ");
    AddRange(select, "other.word", i);
    select.Add(")");
  }

  // If one word is rare, the rarest comes first.
  std::vector<std::string> words_;
  bool few_ = false;
};

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
QueryBuilder PageNearby(const LearnerQuery& query, const Search& search, int walked, std::string_view columns) {
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
QueryBuilder Gathered(const LearnerQuery& query, const Search& search, std::string_view columns) {
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
  return select.Add("fullname_key >= :first AND fullname_key < :last", word, word + std::string(kLastCharacter));
}

// Whether all who have the word have it at the beginning of their name, as women's names in Arabic: then they stand
// together in the order of names, where PageNearby may have to walk far to them.
bool BeginsAllNames(soci::session& sql, const std::string& word) {
  QueryBuilder names("SELECT COUNT(*) FROM learners WHERE ");
  QueryBuilder binned("SELECT COUNT(*) FROM binned_learners JOIN learners ON number = learner_number WHERE ");
  // PostgreSQL sorts what COUNT(DISTINCT ...) counts.
  QueryBuilder matches(
      "SELECT COUNT(*) FROM (SELECT DISTINCT learner_number FROM learner_words WHERE word >= :first AND word < :last)"
      " AS matches",
      word, word + std::string(kLastCharacter));
  return AddNames(names, word).Run<int64_t>(sql).front() - AddNames(binned, word).Run<int64_t>(sql).front() ==
         matches.Run<int64_t>(sql).front();
}

// Returns the page of a search of which BeginsAllNames.
QueryBuilder PageOfNames(const LearnerQuery& query, std::string_view columns) {
  QueryBuilder select("SELECT ");
  select.Add(columns).Add(" FROM learners WHERE " ACADEMY_NOT_BINNED " AND ");
  AddNames(select, query.words.front());
  AddFlags(select, query, /*by_index=*/false);
  AddPosition(select, query);
  AddOrder(select, query);
  select.Add(" LIMIT :limit", query.limit);
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
  const std::string last = word + std::string(kLastCharacter);
  for (const Candidate& candidate : candidates) asked.emplace_back(candidate.number, word, last);
  std::vector<int64_t> numbers = QueryRows<int64_t>(
      sql,
      "WITH asked (asked_number, first, last) AS ({rows}) SELECT learner_number FROM asked CROSS JOIN learner_words"
      " WHERE learner_number = asked_number AND word >= first AND word < last",
      asked);
  std::unordered_set<int64_t> found(numbers.begin(), numbers.end());
  std::erase_if(candidates, [&](const Candidate& candidate) { return !found.contains(candidate.number); });
}

template <typename Row>
auto RunQuery(soci::session& sql, const LearnerQuery& query, std::string_view columns) {
  const Search search(sql, query.words);
  if (search.everybody()) return Page(query, columns).Run<Row>(sql);
  if (search.frequent() && query.limit > 0) {
    const auto wanted = static_cast<size_t>(query.limit);
    for (int walked : {kWalkedRows, kWalkedFurther}) {
      auto nearby = PageNearby(query, search, walked, columns).template Run<Row>(sql);
      if (nearby.size() == wanted) return nearby;
      // Each row that is walked past costs more than one that is gathered, so few matches among the first are enough to
      // turn back.
      if (nearby.size() * 2 * (kWalkedFurther / kWalkedRows) < wanted) break;
    }
  }
  if (search.frequent() && query.order == LearnerOrder::kFullname && query.words.size() == 1 && query.limit > 0 &&
      BeginsAllNames(sql, query.words.front())) {
    return PageOfNames(query, columns).template Run<Row>(sql);
  }
  return Gathered(query, search, columns).template Run<Row>(sql);
}

}  // namespace

void InsertLearner(soci::session& sql, const LearnerRecord& learner) {
  Execute(sql,
          "INSERT INTO learners (" ACADEMY_LEARNER_COLUMNS
          ") VALUES (:id, :email, :email_key, :fullname, :fullname_key, :phonenumber, :address, :password_hash,"
          " :active, :activated, :language, :last_login_at, :created_at, :revision)",
          learner.id, learner.email, learner.email_key, learner.fullname, learner.fullname_key, learner.phonenumber,
          learner.address, learner.password_hash, learner.active, learner.activated, learner.language,
          learner.last_login_at, learner.created_at, learner.revision);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql, learner.id);
}

void UpdateLearner(soci::session& sql, const LearnerRecord& learner) {
  Execute(sql,
          "UPDATE learners SET email = :email, email_key = :email_key, fullname = :fullname,"
          " fullname_key = :fullname_key, phonenumber = :phonenumber, address = :address,"
          " password_hash = :password_hash, language = :language, revision = revision + 1 WHERE id = :id",
          learner.email, learner.email_key, learner.fullname, learner.fullname_key, learner.phonenumber,
          learner.address, learner.password_hash, learner.language, learner.id);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql, learner.id);
}

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id) {
  return QueryOne<LearnerRow>(
      sql, "SELECT " ACADEMY_LEARNER_COLUMNS " FROM learners WHERE id = :id AND " ACADEMY_NOT_BINNED, id);
}

std::optional<LearnerRecord> FindBinnedLearner(soci::session& sql, const std::string& id) {
  return QueryOne<LearnerRow>(
      sql,
      "SELECT " ACADEMY_LEARNER_COLUMNS
      " FROM learners WHERE id = :id AND number IN (SELECT learner_number FROM binned_learners)",
      id);
}

std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key) {
  return QueryOne<LearnerRow>(
      sql, "SELECT " ACADEMY_LEARNER_COLUMNS " FROM learners WHERE email_key = :key AND " ACADEMY_NOT_BINNED,
      email_key);
}

std::vector<LearnerRecord> FindLearners(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  std::vector<LearnerRecord> found =
      QueryRows<LearnerRow>(sql,
                            "WITH asked (asked_id) AS ({rows}) SELECT " ACADEMY_LEARNER_COLUMNS
                            " FROM asked CROSS JOIN learners WHERE id = asked_id AND " ACADEMY_NOT_BINNED,
                            asked);
  std::unordered_map<std::string_view, const LearnerRecord*> by_id;
  for (const LearnerRecord& learner : found) by_id[learner.id] = &learner;
  std::vector<LearnerRecord> learners;
  learners.reserve(found.size());
  for (const std::string& id : ids) {
    if (auto learner = by_id.find(id); learner != by_id.end()) learners.push_back(*learner->second);
  }
  return learners;
}

std::vector<CheckedId> CheckLearners(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  return QueryRows<CheckedRow>(
      sql,
      "WITH asked (asked_id) AS ({rows}) SELECT asked_id,"
      " CASE WHEN EXISTS (SELECT 1 FROM learners WHERE id = asked_id) THEN 1 ELSE 0 END,"
      " CASE WHEN EXISTS (SELECT 1 FROM binned_learners WHERE learner_id = asked_id) THEN 1 ELSE 0 END FROM asked",
      asked);
}

bool AnyLearner(soci::session& sql) {
  return QueryValue<int>(sql, "SELECT CASE WHEN EXISTS (SELECT 1 FROM learners) THEN 1 ELSE 0 END") != 0;
}

std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query) {
  return RunQuery<LearnerRow>(sql, query, ACADEMY_LEARNER_COLUMNS);
}

std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query) {
  return RunQuery<std::string>(sql, query, "id");
}

LearnerCount CountLearners(soci::session& sql, const LearnerQuery& query, const CountLimits& limits) {
  Search search(sql, query.words);
  if (search.everybody()) return {.total = CountByFlags(sql, query)};
  const bool flags = query.active.has_value() || query.activated.has_value();
  return search.Count(sql, limits, flags, [&](QueryBuilder& select) { AddFlags(select, query, /*by_index=*/false); });
}

std::vector<std::string> QueryLearnerIdsAmong(soci::session& sql, const std::vector<std::string>& ids,
                                              const LearnerQuery& query, int64_t& total) {
  std::vector<std::tuple<std::string>> asked(ids.begin(), ids.end());
  std::vector<Candidate> candidates = QueryRows<Candidate>(
      sql,
      "WITH asked (asked_id) AS ({rows}) SELECT id, number, fullname_key, email_key, created_at, last_login_at, active,"
      " activated FROM asked CROSS JOIN learners WHERE id = asked_id"
      " AND NOT EXISTS (SELECT 1 FROM binned_learners WHERE learner_id = id)",
      asked);
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return (query.active.has_value() && *query.active != (candidate.active != 0)) ||
           (query.activated.has_value() && *query.activated != (candidate.activated != 0));
  });
  for (const std::string& word : query.words) KeepThoseWith(sql, word, candidates);
  total = static_cast<int64_t>(candidates.size());
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

void SetLearnerPassword(soci::session& sql, const std::string& id, const std::string& password_hash) {
  Execute(sql, "UPDATE learners SET password_hash = :hash WHERE id = :id", password_hash, id);
}

void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated) {
  Execute(sql, "UPDATE learners SET active = :active, activated = :activated, revision = revision + 1 WHERE id = :id",
          active, activated, id);
  RenewLearnersRevision(sql, id);
}

void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE learners SET last_login_at = :now WHERE id = :id", now, id);
  RenewLearnersRevision(sql, id);
}

void DeleteLearner(soci::session& sql, const std::string& id) {
  Execute(sql, "DELETE FROM learners WHERE id = :id", id);
  RenewLearnersRevision(sql, id);
}

}  // namespace academy::auth
