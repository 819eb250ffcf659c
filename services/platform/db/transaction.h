// One open write transaction. Used only by the thread that runs it.
#pragma once

#include <soci/soci.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace academy {

enum class Engine { kSqlite, kPostgresql };

class Transaction {
 public:
  // The session to pass to the functions of query.h.
  soci::session& sql() { return session_; }
  Engine engine() const { return engine_; }
  // Registers an action to run after the commit, in order of registration. It does not run if the transaction is rolled
  // back.
  void OnCommit(std::function<void()> action) { actions_.push_back(std::move(action)); }
  // Likewise, unless the last registered action is already one for the same `whose`.
  void OnCommit(const void* whose, std::function<void()> action) {
    if (!actions_.empty() && last_whose_ == whose && last_at_ == actions_.size()) return;
    OnCommit(std::move(action));
    last_whose_ = whose;
    last_at_ = actions_.size();
  }
  // Whether it is the first time that `whose` asks.
  bool IsFirst(const void* whose) {
    if (std::find(asked_.begin(), asked_.end(), whose) != asked_.end()) return false;
    asked_.push_back(whose);
    return true;
  }

 private:
  friend struct DatabaseConnection;
  Transaction(soci::session& session, Engine engine) : session_(session), engine_(engine) {}

  soci::session& session_;
  const Engine engine_;
  std::vector<std::function<void()>> actions_;
  const void* last_whose_ = nullptr;
  size_t last_at_ = 0;
  std::vector<const void*> asked_;
};

}  // namespace academy
