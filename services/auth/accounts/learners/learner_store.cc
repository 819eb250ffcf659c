#include "services/auth/accounts/learners/learner_store.h"

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/accounts/text.h"
#include "services/platform/db/query.h"
#include "services/platform/db/query_builder.h"

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
// How many rows of a list are scanned in its order before the matches are gathered and sorted instead.
constexpr int kWalkedRows = 1000;

// Finds the learners who have all words of a search. The best plan depends on how rare the words are, which neither
// engine estimates for a prefix, so this class counts.
class Search {
 public:
  Search(soci::session& sql, std::vector<std::string> words) : words_(std::move(words)) {
    int64_t fewest = kFewRows + 1;
    for (size_t i = 0; i < words_.size() && fewest > 0; ++i) {
      QueryBuilder select("SELECT COUNT(*) FROM (SELECT 1 FROM learner_words WHERE ");
      AddRange(select, "word", i);
      select.Add(" LIMIT :few) AS some_rows", kFewRows + 1);
      int64_t rows = select.Run<int64_t>(sql).front();
      if (rows >= fewest) continue;
      fewest = rows;
      std::swap(words_[0], words_[i]);
    }
    few_ = fewest <= kFewRows;
  }

  // Without words everybody matches.
  bool everybody() const { return words_.empty(); }
  // Every word is so frequent that a page of matches is probably found within a few rows anywhere in the list.
  bool frequent() const { return !words_.empty() && !few_; }

  // Adds `SELECT learner_number ...`, which may return duplicates.
  void AddNumbers(QueryBuilder& select) const {
    for (size_t i = 0; i < (few_ ? 1 : words_.size()); ++i) {
      select.Add(i == 0 ? "" : " INTERSECT ").Add("SELECT learner_number FROM learner_words AS found WHERE ");
      AddRange(select, "found.word", i);
    }
    for (size_t i = 1; few_ && i < words_.size(); ++i) AddTest(select, "found.learner_number", i);
  }

  // Adds ` AND ...`, which tests that the learner with this number has all words.
  void AddTests(QueryBuilder& select, std::string_view number) const {
    for (size_t i = 0; i < words_.size(); ++i) AddTest(select, number, i);
  }

 private:
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

// Returns the matches found near the start of the page. The page is complete if it is full.
QueryBuilder PageNearby(const LearnerQuery& query, const Search& search) {
  QueryBuilder select("SELECT " ACADEMY_LEARNER_COLUMNS
                      " FROM learners WHERE number IN (SELECT number FROM (SELECT number, id, ");
  select.Add(ColumnOf(query.order)).Add(" FROM learners WHERE 1 = 1");
  AddFlags(select, query, query.order == LearnerOrder::kFullname);
  AddPosition(select, query);
  AddOrder(select, query);
  select.Add(" LIMIT :walked) AS nearby WHERE 1 = 1", kWalkedRows);
  search.AddTests(select, "nearby.number");
  AddOrder(select, query);
  select.Add(" LIMIT :limit)", query.limit);
  AddOrder(select, query);
  return select;
}

QueryBuilder Page(const LearnerQuery& query, const Search& search, std::string_view columns = ACADEMY_LEARNER_COLUMNS) {
  QueryBuilder select("SELECT ");
  select.Add(columns).Add(" FROM learners WHERE ");
  if (search.everybody()) {
    select.Add(ACADEMY_NOT_BINNED);
  } else {
    select.Add("number IN (");
    search.AddNumbers(select);
    select.Add(")");
  }
  AddFlags(select, query, search.everybody() && query.order == LearnerOrder::kFullname);
  AddPosition(select, query);
  AddOrder(select, query);
  if (query.limit > 0) select.Add(" LIMIT :limit", query.limit);
  return select;
}

int64_t CountAll(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM learners") -
         QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM binned_learners");
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
  std::vector<LearnerRecord> learners;
  learners.reserve(ids.size());
  // One by one, which needs no limit on parameters and keeps the order of `ids`.
  for (const std::string& id : ids) {
    if (std::optional<LearnerRecord> learner = FindLearner(sql, id)) learners.push_back(*std::move(learner));
  }
  return learners;
}

std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query) {
  Search search(sql, query.words);
  if (search.frequent() && query.limit > 0) {
    std::vector<LearnerRecord> nearby = PageNearby(query, search).Run<LearnerRow>(sql);
    if (nearby.size() == static_cast<size_t>(query.limit)) return nearby;
  }
  return Page(query, search).Run<LearnerRow>(sql);
}

std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query) {
  LearnerQuery all = query;
  all.limit = 0;
  return Page(all, Search(sql, all.words), "id").Run<std::string>(sql);
}

int64_t CountLearners(soci::session& sql, const LearnerQuery& query) {
  Search search(sql, query.words);
  bool flags = query.active.has_value() || query.activated.has_value();
  QueryBuilder select("SELECT ");
  if (search.everybody()) {
    // SQLite counts a whole table quickly, but only without a condition.
    if (!flags) return CountAll(sql);
    select.Add("COUNT(*) FROM learners WHERE " ACADEMY_NOT_BINNED);
    AddFlags(select, query, /*by_index=*/true);
  } else if (flags) {
    select.Add("COUNT(*) FROM learners WHERE number IN (");
    search.AddNumbers(select);
    select.Add(")");
    AddFlags(select, query, /*by_index=*/false);
  } else {
    // A search by words alone is counted from the index, without reading the learners.
    select.Add("COUNT(DISTINCT learner_number) FROM (");
    search.AddNumbers(select);
    select.Add(") AS numbers");
  }
  return select.Run<int64_t>(sql).front();
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
