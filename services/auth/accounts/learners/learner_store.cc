#include "services/auth/accounts/learners/learner_store.h"

#include <deque>
#include <string_view>
#include <utility>
#include <variant>

#include "services/auth/accounts/learners/learners_revision.h"
#include "services/auth/accounts/text.h"
#include "services/platform/db/database.h"

namespace academy::auth {
namespace {

constexpr char kColumns[] =
    "id, email, email_key, fullname, fullname_key, phonenumber, address, password_hash, active, activated, language, "
    "last_login_at, created_at";

// Greater than all that follows a prefix.
constexpr std::string_view kLastCharacter = "\U0010FFFF";

// Lets a statement fetch into `row`, column by column of kColumns.
void Define(soci::statement& statement, LearnerRecord& row) {
  statement.exchange(soci::into(row.id));
  statement.exchange(soci::into(row.email));
  statement.exchange(soci::into(row.email_key));
  statement.exchange(soci::into(row.fullname));
  statement.exchange(soci::into(row.fullname_key));
  statement.exchange(soci::into(row.phonenumber));
  statement.exchange(soci::into(row.address));
  statement.exchange(soci::into(row.password_hash));
  statement.exchange(soci::into(row.active));
  statement.exchange(soci::into(row.activated));
  statement.exchange(soci::into(row.language));
  statement.exchange(soci::into(row.last_login_at));
  statement.exchange(soci::into(row.created_at));
}

// What nearly every call of a learner or about one asks, prepared once on a connection (see Kept).
struct FindLearnerById {
  explicit FindLearnerById(soci::session& sql) : statement(sql) {
    statement.exchange(soci::use(id));
    Define(statement, row);
    statement.alloc();
    statement.prepare(std::string("SELECT ") + kColumns + " FROM learners WHERE id = :id");
    statement.define_and_bind();
  }

  std::string id;
  LearnerRecord row;
  soci::statement statement;
};

void WriteTerms(soci::session& sql, const LearnerRecord& learner) {
  int64_t number = 0;
  sql << "SELECT number FROM learners WHERE id = :id", soci::use(learner.id), soci::into(number);
  sql << "DELETE FROM learner_words WHERE learner_number = :number", soci::use(number);
  std::string word;
  soci::statement insert = (sql.prepare << "INSERT INTO learner_words (learner_number, word) VALUES (:number, :word)",
                            soci::use(number), soci::use(word));
  for (const std::string& term : SearchTerms(learner.fullname, learner.email, learner.phonenumber)) {
    word = term;
    insert.execute(true);
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

// A statement in the making: its text, and its values in the order of their places.
class Draft {
 public:
  using Value = std::variant<int, int64_t, std::string>;

  // Text of ours. What comes from outside goes through Bind.
  Draft& operator<<(std::string_view text) {
    text_ += text;
    return *this;
  }
  Draft& Bind(Value value) {
    text_ += ":v" + std::to_string(values_.size());
    values_.push_back(std::move(value));
    return *this;
  }

  // The draft must outlive the statement's execution.
  void Prepare(soci::statement& statement) {
    for (Value& value : values_) {
      std::visit([&](auto& held) { statement.exchange(soci::use(held)); }, value);
    }
    statement.alloc();
    statement.prepare(text_);
    statement.define_and_bind();
  }

 private:
  std::string text_;
  // Values keep their places in memory.
  std::deque<Value> values_;
};

int64_t Count(soci::session& sql, Draft draft) {
  int64_t count = 0;
  soci::statement statement(sql);
  statement.exchange(soci::into(count));
  draft.Prepare(statement);
  statement.execute(true);
  return count;
}

std::vector<LearnerRecord> Fetch(soci::session& sql, Draft draft) {
  std::vector<LearnerRecord> learners;
  LearnerRecord row;
  soci::statement statement(sql);
  Define(statement, row);
  draft.Prepare(statement);
  statement.execute();
  while (statement.fetch()) learners.push_back(row);
  return learners;
}

// So many rows of a word are looked at one by one without a second thought.
constexpr int kFewRows = 1000;
// So far a list is walked in its order before the matches are gathered and sorted.
constexpr int kWalkedRows = 1000;

// The learners who have all words of a search. The plan depends on how rare the words are, which neither engine knows
// of a prefix: so this looks.
class Search {
 public:
  Search(soci::session& sql, std::vector<std::string> words) : words_(std::move(words)) {
    int64_t fewest = kFewRows + 1;
    for (size_t i = 0; i < words_.size() && fewest > 0; ++i) {
      Draft draft;
      draft << "SELECT COUNT(*) FROM (SELECT 1 FROM learner_words WHERE ";
      AddRange(draft, "word", words_[i]);
      (draft << " LIMIT ").Bind(kFewRows + 1) << ") AS some_rows";
      int64_t rows = Count(sql, std::move(draft));
      if (rows >= fewest) continue;
      fewest = rows;
      std::swap(words_[0], words_[i]);
    }
    few_ = fewest <= kFewRows;
  }

  // Nothing is searched for: everybody matches.
  bool everybody() const { return words_.empty(); }
  // Every word is so frequent that a page of matches is probably near wherever one looks.
  bool frequent() const { return !words_.empty() && !few_; }

  // `SELECT learner_number ...`, some perhaps twice.
  void AddNumbers(Draft& draft) const {
    for (size_t i = 0; i < (few_ ? 1 : words_.size()); ++i) {
      draft << (i == 0 ? "" : " INTERSECT ") << "SELECT learner_number FROM learner_words AS found WHERE ";
      AddRange(draft, "found.word", words_[i]);
    }
    for (size_t i = 1; few_ && i < words_.size(); ++i) AddTest(draft, "found.learner_number", words_[i]);
  }

  // ` AND ...`: the learner of that number has all words.
  void AddTests(Draft& draft, std::string_view number) const {
    for (const std::string& word : words_) AddTest(draft, number, word);
  }

 private:
  static void AddRange(Draft& draft, std::string_view column, const std::string& word) {
    (draft << column << " >= ").Bind(word) << " AND " << column << " < ";
    draft.Bind(word + std::string(kLastCharacter));
  }
  static void AddTest(Draft& draft, std::string_view number, const std::string& word) {
    draft << " AND EXISTS (SELECT 1 FROM learner_words AS other WHERE other.learner_number = " << number << " AND ";
    AddRange(draft, "other.word", word);
    draft << ")";
  }

  // The rarest first, when that one is rare.
  std::vector<std::string> words_;
  bool few_ = false;
};

void AddFlags(Draft& draft, const LearnerQuery& query, bool by_index) {
  if (query.activated.has_value()) (draft << " AND activated = ").Bind(*query.activated ? 1 : 0);
  if (!query.active.has_value()) return;
  // The plus keeps SQLite from sorting all active learners where an index has the order already.
  (draft << (by_index ? " AND active = " : " AND +active = ")).Bind(*query.active ? 1 : 0);
}

void AddPosition(Draft& draft, const LearnerQuery& query) {
  if (!query.after.has_value()) return;
  bool text = query.order == LearnerOrder::kFullname || query.order == LearnerOrder::kEmail;
  draft << " AND (" << ColumnOf(query.order) << ", id) " << (query.descending ? "<" : ">") << " (";
  draft.Bind(text ? Draft::Value(query.after->text_key) : Draft::Value(query.after->number_key)) << ", ";
  draft.Bind(query.after->id) << ")";
}

void AddOrder(Draft& draft, const LearnerQuery& query) {
  std::string_view direction = query.descending ? " DESC" : " ASC";
  draft << " ORDER BY " << ColumnOf(query.order) << direction << ", id" << direction;
}

// The page as far as it is found near its beginning: complete when it is full.
Draft PageNearby(const LearnerQuery& query, const Search& search) {
  Draft draft;
  draft << "SELECT " << kColumns << " FROM learners WHERE number IN (SELECT number FROM (SELECT number, id, "
        << ColumnOf(query.order) << " FROM learners WHERE 1 = 1";
  AddFlags(draft, query, query.order == LearnerOrder::kFullname);
  AddPosition(draft, query);
  AddOrder(draft, query);
  (draft << " LIMIT ").Bind(kWalkedRows) << ") AS nearby WHERE 1 = 1";
  search.AddTests(draft, "nearby.number");
  AddOrder(draft, query);
  (draft << " LIMIT ").Bind(query.limit) << ")";
  AddOrder(draft, query);
  return draft;
}

Draft Page(const LearnerQuery& query, const Search& search, std::string_view columns = kColumns) {
  Draft draft;
  draft << "SELECT " << columns << " FROM learners WHERE 1 = 1";
  if (!search.everybody()) {
    draft << " AND number IN (";
    search.AddNumbers(draft);
    draft << ")";
  }
  AddFlags(draft, query, search.everybody() && query.order == LearnerOrder::kFullname);
  AddPosition(draft, query);
  AddOrder(draft, query);
  if (query.limit > 0) (draft << " LIMIT ").Bind(query.limit);
  return draft;
}

}  // namespace

void InsertLearner(soci::session& sql, const LearnerRecord& learner) {
  sql << "INSERT INTO learners (" << kColumns
      << ") VALUES (:id, :email, :email_key, :fullname, :fullname_key, :phonenumber, :address, :password_hash, "
         ":active, :activated, :language, :last_login_at, :created_at)",
      soci::use(learner.id), soci::use(learner.email), soci::use(learner.email_key), soci::use(learner.fullname),
      soci::use(learner.fullname_key), soci::use(learner.phonenumber), soci::use(learner.address),
      soci::use(learner.password_hash), soci::use(learner.active), soci::use(learner.activated),
      soci::use(learner.language), soci::use(learner.last_login_at), soci::use(learner.created_at);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql);
}

void UpdateLearner(soci::session& sql, const LearnerRecord& learner) {
  sql << "UPDATE learners SET email = :email, email_key = :email_key, fullname = :fullname, "
         "fullname_key = :fullname_key, phonenumber = :phonenumber, address = :address, "
         "password_hash = :password_hash, language = :language WHERE id = :id",
      soci::use(learner.email), soci::use(learner.email_key), soci::use(learner.fullname),
      soci::use(learner.fullname_key), soci::use(learner.phonenumber), soci::use(learner.address),
      soci::use(learner.password_hash), soci::use(learner.language), soci::use(learner.id);
  WriteTerms(sql, learner);
  RenewLearnersRevision(sql);
}

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id) {
  FindLearnerById& find = Cached<FindLearnerById>(sql);
  find.id = id;
  find.statement.execute();
  std::optional<LearnerRecord> found;
  while (find.statement.fetch()) found = find.row;
  return found;
}

std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key) {
  LearnerRecord row;
  soci::statement statement(sql);
  statement.exchange(soci::use(email_key));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string("SELECT ") + kColumns + " FROM learners WHERE email_key = :key");
  statement.define_and_bind();
  if (!statement.execute(true)) return std::nullopt;
  return row;
}

std::vector<LearnerRecord> FindLearners(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<LearnerRecord> learners;
  learners.reserve(ids.size());
  LearnerRecord row;
  std::string id;
  // One prepared statement, bound again for each id: no limit on parameters, and the order of `ids` for free.
  soci::statement statement(sql);
  statement.exchange(soci::use(id));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string("SELECT ") + kColumns + " FROM learners WHERE id = :id");
  statement.define_and_bind();
  for (const std::string& wanted : ids) {
    id = wanted;
    if (statement.execute(true)) learners.push_back(row);
  }
  return learners;
}

std::vector<LearnerRecord> QueryLearners(soci::session& sql, const LearnerQuery& query) {
  Search search(sql, query.words);
  if (search.frequent() && query.limit > 0) {
    std::vector<LearnerRecord> nearby = Fetch(sql, PageNearby(query, search));
    if (nearby.size() == static_cast<size_t>(query.limit)) return nearby;
  }
  return Fetch(sql, Page(query, search));
}

std::vector<std::string> QueryLearnerIds(soci::session& sql, const LearnerQuery& query) {
  LearnerQuery all = query;
  all.limit = 0;
  std::vector<std::string> ids;
  std::string id;
  soci::statement statement(sql);
  statement.exchange(soci::into(id));
  Draft draft = Page(all, Search(sql, all.words), "id");
  draft.Prepare(statement);
  statement.execute();
  while (statement.fetch()) ids.push_back(id);
  return ids;
}

int64_t CountLearners(soci::session& sql, const LearnerQuery& query) {
  Search search(sql, query.words);
  Draft draft;
  if (search.everybody()) {
    // SQLite counts a whole table from its pages, but only without a condition.
    draft << "SELECT COUNT(*) FROM learners";
    if (query.active.has_value() || query.activated.has_value()) draft << " WHERE 1 = 1";
    AddFlags(draft, query, /*by_index=*/true);
  } else if (query.active.has_value() || query.activated.has_value()) {
    draft << "SELECT COUNT(*) FROM learners WHERE number IN (";
    search.AddNumbers(draft);
    draft << ")";
    AddFlags(draft, query, /*by_index=*/false);
  } else {
    // Words alone are counted in their index, without a look at the learners.
    draft << "SELECT COUNT(DISTINCT learner_number) FROM (";
    search.AddNumbers(draft);
    draft << ") AS numbers";
  }
  return Count(sql, std::move(draft));
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
  sql << "UPDATE learners SET password_hash = :hash WHERE id = :id", soci::use(password_hash), soci::use(id);
}

void SetLearnerFlags(soci::session& sql, const std::string& id, bool active, bool activated) {
  int active_flag = active ? 1 : 0;
  int activated_flag = activated ? 1 : 0;
  sql << "UPDATE learners SET active = :active, activated = :activated WHERE id = :id", soci::use(active_flag),
      soci::use(activated_flag), soci::use(id);
  RenewLearnersRevision(sql);
}

void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  sql << "UPDATE learners SET last_login_at = :now WHERE id = :id", soci::use(now), soci::use(id);
  RenewLearnersRevision(sql);
}

void DeleteLearner(soci::session& sql, const std::string& id) {
  sql << "DELETE FROM learners WHERE id = :id", soci::use(id);
  RenewLearnersRevision(sql);
}

}  // namespace academy::auth
