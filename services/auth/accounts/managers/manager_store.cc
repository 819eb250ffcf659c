#include "services/auth/accounts/managers/manager_store.h"

namespace academy::auth {
namespace {

constexpr char kSelect[] =
    "SELECT id, email, email_key, fullname, password_hash, language, last_login_at, previous_login_at, created_at "
    "FROM managers ";

// Lets a statement fetch into `row`, column by column of kSelect.
void Define(soci::statement& statement, ManagerRecord& row) {
  statement.exchange(soci::into(row.id));
  statement.exchange(soci::into(row.email));
  statement.exchange(soci::into(row.email_key));
  statement.exchange(soci::into(row.fullname));
  statement.exchange(soci::into(row.password_hash));
  statement.exchange(soci::into(row.language));
  statement.exchange(soci::into(row.last_login_at));
  statement.exchange(soci::into(row.previous_login_at));
  statement.exchange(soci::into(row.created_at));
}

std::optional<ManagerRecord> FindBy(soci::session& sql, const char* condition, const std::string& value) {
  ManagerRecord row;
  soci::statement statement(sql);
  statement.exchange(soci::use(value));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string(kSelect) + condition);
  statement.define_and_bind();
  if (!statement.execute(true)) return std::nullopt;
  return row;
}

}  // namespace

void InsertManager(soci::session& sql, const ManagerRecord& manager) {
  sql << "INSERT INTO managers (id, email, email_key, fullname, password_hash, language, last_login_at, "
         "previous_login_at, created_at) VALUES (:id, :email, :email_key, :fullname, :password_hash, :language, :last, "
         ":previous, :created)",
      soci::use(manager.id), soci::use(manager.email), soci::use(manager.email_key), soci::use(manager.fullname),
      soci::use(manager.password_hash), soci::use(manager.language), soci::use(manager.last_login_at),
      soci::use(manager.previous_login_at), soci::use(manager.created_at);
}

std::optional<ManagerRecord> FindManager(soci::session& sql, const std::string& id) {
  return FindBy(sql, "WHERE id = :id", id);
}

std::optional<ManagerRecord> FindManagerByEmail(soci::session& sql, const std::string& email_key) {
  return FindBy(sql, "WHERE email_key = :key", email_key);
}

std::vector<ManagerRecord> FindManagers(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<ManagerRecord> managers;
  ManagerRecord row;
  std::string id;
  soci::statement statement(sql);
  statement.exchange(soci::use(id));
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string(kSelect) + "WHERE id = :id");
  statement.define_and_bind();
  for (const std::string& wanted : ids) {
    id = wanted;
    if (statement.execute(true)) managers.push_back(row);
  }
  return managers;
}

std::vector<ManagerRecord> ListManagers(soci::session& sql) {
  std::vector<ManagerRecord> managers;
  ManagerRecord row;
  soci::statement statement(sql);
  Define(statement, row);
  statement.alloc();
  statement.prepare(std::string(kSelect) + "ORDER BY created_at, id");
  statement.define_and_bind();
  statement.execute();
  while (statement.fetch()) managers.push_back(row);
  return managers;
}

int64_t CountManagers(soci::session& sql) {
  int64_t count = 0;
  sql << "SELECT COUNT(*) FROM managers", soci::into(count);
  return count;
}

void SetManagerPassword(soci::session& sql, const std::string& id, const std::string& password_hash) {
  sql << "UPDATE managers SET password_hash = :hash WHERE id = :id", soci::use(password_hash), soci::use(id);
}

void RecordManagerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  sql << "UPDATE managers SET previous_login_at = last_login_at, last_login_at = :now WHERE id = :id", soci::use(now),
      soci::use(id);
}

void DeleteManager(soci::session& sql, const std::string& id) {
  sql << "DELETE FROM managers WHERE id = :id", soci::use(id);
}

}  // namespace academy::auth
