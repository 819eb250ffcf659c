#include "services/auth/learner_store.h"

#include <utility>

#include "services/auth/text.h"

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

std::optional<LearnerRecord> FindBy(soci::session& sql, const char* condition, const std::string& value) {
  LearnerRecord row;
  soci::statement statement(sql);
  statement.exchange(soci::use(value));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string("SELECT ") + kColumns + " FROM learners WHERE " + condition);
  statement.define_and_bind();
  if (!statement.execute(true)) return std::nullopt;
  return row;
}

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

// A WHERE clause and its parameters, by position.
class Conditions {
 public:
  explicit Conditions(const LearnerQuery& query) : query_(query) {
    for (const std::string& word : query.words) prefixes_.push_back({word, word + std::string(kLastCharacter)});
    for (size_t i = 0; i < prefixes_.size(); ++i) {
      std::string n = std::to_string(i);
      Add("number IN (SELECT learner_number FROM learner_words WHERE word >= :from" + n + " AND word < :to" + n + ")");
    }
    if (query.active.has_value()) Add(ActiveCondition());
    active_ = query.active.value_or(false) ? 1 : 0;
  }

  void AddPosition() {
    if (!query_.after.has_value()) return;
    positioned_ = true;
    Add(std::string("(") + ColumnOf(query_.order) + ", id) " + (query_.descending ? "<" : ">") + " (:key, :id)");
  }

  const std::string& text() const { return text_; }

  void Bind(soci::statement& statement) {
    for (const auto& [from, to] : prefixes_) {
      statement.exchange(soci::use(from));
      statement.exchange(soci::use(to));
    }
    if (query_.active.has_value()) statement.exchange(soci::use(active_));
    if (!positioned_) return;
    if (query_.order == LearnerOrder::kFullname || query_.order == LearnerOrder::kEmail) {
      statement.exchange(soci::use(query_.after->text_key));
    } else {
      statement.exchange(soci::use(query_.after->number_key));
    }
    statement.exchange(soci::use(query_.after->id));
  }

 private:
  // The plus keeps SQLite from sorting all active learners where an index has the order already.
  std::string ActiveCondition() const {
    return query_.order == LearnerOrder::kFullname ? "active = :active" : "+active = :active";
  }

  void Add(const std::string& condition) { text_ += (text_.empty() ? "WHERE " : " AND ") + condition; }

  const LearnerQuery& query_;
  std::vector<std::pair<std::string, std::string>> prefixes_;
  int active_ = 0;
  bool positioned_ = false;
  std::string text_;
};

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
}

void UpdateLearner(soci::session& sql, const LearnerRecord& learner) {
  sql << "UPDATE learners SET email = :email, email_key = :email_key, fullname = :fullname, "
         "fullname_key = :fullname_key, phonenumber = :phonenumber, address = :address, "
         "password_hash = :password_hash, language = :language WHERE id = :id",
      soci::use(learner.email), soci::use(learner.email_key), soci::use(learner.fullname),
      soci::use(learner.fullname_key), soci::use(learner.phonenumber), soci::use(learner.address),
      soci::use(learner.password_hash), soci::use(learner.language), soci::use(learner.id);
  WriteTerms(sql, learner);
}

std::optional<LearnerRecord> FindLearner(soci::session& sql, const std::string& id) {
  return FindBy(sql, "id = :id", id);
}

std::optional<LearnerRecord> FindLearnerByEmail(soci::session& sql, const std::string& email_key) {
  return FindBy(sql, "email_key = :key", email_key);
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
  Conditions conditions(query);
  conditions.AddPosition();
  std::string direction = query.descending ? " DESC" : " ASC";
  std::string text = std::string("SELECT ") + kColumns + " FROM learners " + conditions.text() + " ORDER BY " +
                     ColumnOf(query.order) + direction + ", id" + direction;
  if (query.limit > 0) text += " LIMIT :limit";

  std::vector<LearnerRecord> learners;
  LearnerRecord row;
  soci::statement statement(sql);
  conditions.Bind(statement);
  if (query.limit > 0) statement.exchange(soci::use(query.limit));
  Define(statement, row);
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  statement.execute();
  while (statement.fetch()) learners.push_back(row);
  return learners;
}

int64_t CountLearners(soci::session& sql, const LearnerQuery& query) {
  LearnerQuery unordered = query;
  unordered.order = LearnerOrder::kFullname;
  Conditions conditions(unordered);
  std::string text = "SELECT COUNT(*) FROM learners " + conditions.text();
  // One word alone is counted in its index, without a look at the learners.
  if (query.words.size() == 1 && !query.active.has_value()) {
    text = "SELECT COUNT(DISTINCT learner_number) FROM learner_words WHERE word >= :from AND word < :to";
  }
  int64_t count = 0;
  soci::statement statement(sql);
  conditions.Bind(statement);
  statement.exchange(soci::into(count));
  statement.alloc();
  statement.prepare(text);
  statement.define_and_bind();
  statement.execute(true);
  return count;
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
}

void RecordLearnerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  sql << "UPDATE learners SET last_login_at = :now WHERE id = :id", soci::use(now), soci::use(id);
}

void DeleteLearner(soci::session& sql, const std::string& id) {
  sql << "DELETE FROM learners WHERE id = :id", soci::use(id);
}

}  // namespace academy::auth
