#include "services/platform/db/server/watched_session.h"

#include <memory>
#include <string>
#include <utility>

namespace academy {
namespace {

using soci::details::session_backend;
using soci::details::statement_backend;

using Wait = Watchdog::Connection::Wait;

class Waiting {
 public:
  explicit Waiting(Watchdog::Connection& connection, Wait wait = Wait::kStatement) : connection_(connection) {
    connection_.Begin(wait);
  }
  ~Waiting() { connection_.End(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Watchdog::Connection& connection_;
};

// SOCI does not export its classes, so these two hand on to objects of them.
class WatchedStatement final : public statement_backend {
 public:
  WatchedStatement(statement_backend* inner, Watchdog::Connection& connection)
      : inner_(inner), connection_(connection) {}
  // Deallocates in the server what was prepared.
  ~WatchedStatement() override {
    Waiting waiting(connection_, Wait::kMoment);
    inner_.reset();
  }

  void alloc() override { inner_->alloc(); }
  void clean_up() override { inner_->clean_up(); }
  void prepare(const std::string& query, soci::details::statement_type type) override {
    wait_ = query == "COMMIT" ? Wait::kCommit : query == "ROLLBACK" ? Wait::kMoment : Wait::kStatement;
    Waiting waiting(connection_);
    inner_->prepare(query, type);
  }
  exec_fetch_result execute(int number) override {
    Waiting waiting(connection_, wait_);
    return inner_->execute(number);
  }
  exec_fetch_result fetch(int number) override {
    Waiting waiting(connection_);
    return inner_->fetch(number);
  }
  long long get_affected_rows() override { return inner_->get_affected_rows(); }
  int get_number_of_rows() override { return inner_->get_number_of_rows(); }
  std::string get_parameter_name(int index) const override { return inner_->get_parameter_name(index); }
  std::string rewrite_for_procedure_call(const std::string& query) override {
    return inner_->rewrite_for_procedure_call(query);
  }
  int prepare_for_describe() override {
    Waiting waiting(connection_);
    return inner_->prepare_for_describe();
  }
  // May ask the server for a type that it does not know.
  void describe_column(int column, soci::data_type& type, std::string& name) override {
    Waiting waiting(connection_);
    inner_->describe_column(column, type, name);
  }
  soci::details::standard_into_type_backend* make_into_type_backend() override {
    return inner_->make_into_type_backend();
  }
  soci::details::standard_use_type_backend* make_use_type_backend() override { return inner_->make_use_type_backend(); }
  soci::details::vector_into_type_backend* make_vector_into_type_backend() override {
    return inner_->make_vector_into_type_backend();
  }
  soci::details::vector_use_type_backend* make_vector_use_type_backend() override {
    return inner_->make_vector_use_type_backend();
  }

 private:
  std::unique_ptr<statement_backend> inner_;
  Watchdog::Connection& connection_;
  Wait wait_ = Wait::kStatement;
};

class WatchedSession final : public session_backend {
 public:
  WatchedSession(soci::postgresql_session_backend* inner, Watchdog& watchdog)
      : inner_(inner), connection_(watchdog, inner->conn_) {}

  PGconn* connection() const { return inner_->conn_; }

  bool is_connected() override {
    Waiting waiting(connection_);
    return inner_->is_connected();
  }
  void begin() override {
    Waiting waiting(connection_);
    inner_->begin();
  }
  void commit() override {
    Waiting waiting(connection_, Wait::kCommit);
    inner_->commit();
  }
  void rollback() override {
    Waiting waiting(connection_, Wait::kMoment);
    inner_->rollback();
  }
  std::string get_dummy_from_table() const override { return inner_->get_dummy_from_table(); }
  std::string get_backend_name() const override { return inner_->get_backend_name(); }
  statement_backend* make_statement_backend() override {
    return new WatchedStatement(inner_->make_statement_backend(), connection_);
  }
  soci::details::rowid_backend* make_rowid_backend() override { return inner_->make_rowid_backend(); }
  soci::details::blob_backend* make_blob_backend() override { return inner_->make_blob_backend(); }

 private:
  const std::unique_ptr<soci::postgresql_session_backend> inner_;
  // Leaves the watchdog before the session closes its socket.
  Watchdog::Connection connection_;
};

}  // namespace

session_backend* WatchedPostgresql::make_session(const soci::connection_parameters& parameters) const {
  // The function instead of the object soci::postgresql: a compiler that sees the object's class calls what is not
  // exported.
  session_backend* inner = soci::factory_postgresql()->make_session(parameters);
  return new WatchedSession(static_cast<soci::postgresql_session_backend*>(inner), watchdog_);
}

PGconn* ServerConnectionOf(soci::session& session) {
  return static_cast<WatchedSession*>(session.get_backend())->connection();
}

}  // namespace academy
