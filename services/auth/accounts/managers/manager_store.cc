#include "services/auth/accounts/managers/manager_store.h"

#include <tuple>
#include <utility>

#include "services/platform/db/query.h"

namespace academy::auth {
namespace {

#define ACADEMY_MANAGER_COLUMNS \
  "id, email, email_key, fullname, password_hash, language, last_login_at, previous_login_at, created_at, role"

struct ManagerRow {
  ManagerRecord record;
  std::string role;

  auto Columns() {
    return std::tie(record.id, record.email, record.email_key, record.fullname, record.password_hash, record.language,
                    record.last_login_at, record.previous_login_at, record.created_at, role);
  }
  ManagerRecord ToRecord() const {
    ManagerRecord manager = record;
    manager.role = ParseRole(role);
    return manager;
  }
};

}  // namespace

void InsertManager(soci::session& sql, const ManagerRecord& manager) {
  Execute(sql,
          "INSERT INTO managers (" ACADEMY_MANAGER_COLUMNS
          ") VALUES (:id, :email, :email_key, :fullname, :password_hash, :language, :last, :previous, :created, :role)",
          manager.id, manager.email, manager.email_key, manager.fullname, manager.password_hash, manager.language,
          manager.last_login_at, manager.previous_login_at, manager.created_at, RoleText(manager.role));
}

std::optional<ManagerRecord> FindManager(soci::session& sql, const std::string& id) {
  return QueryOne<ManagerRow>(sql, "SELECT " ACADEMY_MANAGER_COLUMNS " FROM managers WHERE id = :id", id);
}

std::optional<ManagerRecord> FindManagerByEmail(soci::session& sql, const std::string& email_key) {
  return QueryOne<ManagerRow>(sql, "SELECT " ACADEMY_MANAGER_COLUMNS " FROM managers WHERE email_key = :key",
                              email_key);
}

std::vector<ManagerRecord> FindManagers(soci::session& sql, const std::vector<std::string>& ids) {
  std::vector<ManagerRecord> managers;
  for (const std::string& id : ids) {
    if (std::optional<ManagerRecord> manager = FindManager(sql, id)) managers.push_back(*std::move(manager));
  }
  return managers;
}

std::vector<ManagerRecord> ListManagers(soci::session& sql) {
  return Query<ManagerRow>(sql, "SELECT " ACADEMY_MANAGER_COLUMNS " FROM managers ORDER BY created_at, id");
}

int64_t CountManagers(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM managers"); }

int64_t CountOwners(soci::session& sql) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM managers WHERE role = 'owner'");
}

void SetManagerRole(soci::session& sql, const std::string& id, Role role) {
  Execute(sql, "UPDATE managers SET role = :role WHERE id = :id", RoleText(role), id);
}

void SetManagerPassword(soci::session& sql, const std::string& id, const std::string& password_hash) {
  Execute(sql, "UPDATE managers SET password_hash = :hash WHERE id = :id", password_hash, id);
}

void RecordManagerLogin(soci::session& sql, const std::string& id, UnixMillis now) {
  Execute(sql, "UPDATE managers SET previous_login_at = last_login_at, last_login_at = :now WHERE id = :id", now, id);
}

void DeleteManager(soci::session& sql, const std::string& id) {
  Execute(sql, "DELETE FROM managers WHERE id = :id", id);
}

}  // namespace academy::auth
