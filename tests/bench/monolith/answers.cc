#include "tests/bench/monolith/answers.h"

#include <openssl/sha.h>
#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace academy::bench {
namespace {

// The default of the academy's flag --complete_percent.
constexpr int kCompletePercent = 90;

int64_t NowMs() { return absl::ToUnixMillis(absl::FromChrono(std::chrono::system_clock::now())); }

// A prepared statement; rows are read one after the other.
class Statement {
 public:
  Statement(sqlite3* database, const char* sql) {
    if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement_, nullptr) != SQLITE_OK) {
      Fail(sqlite3_errmsg(database));
    }
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  // `text` must live until the last row.
  void Begin(std::string_view text = {}, bool blob = false) {
    sqlite3_reset(statement_);
    if (text.empty()) return;
    if (blob) {
      sqlite3_bind_blob(statement_, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    } else {
      sqlite3_bind_text(statement_, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    }
  }
  bool Next() {
    if (sqlite3_step(statement_) == SQLITE_ROW) return true;
    sqlite3_reset(statement_);
    return false;
  }
  std::string_view Text(int column) const {
    auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return {text == nullptr ? "" : text, static_cast<size_t>(sqlite3_column_bytes(statement_, column))};
  }
  bool IsNull(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  int64_t Number(int column) const { return sqlite3_column_int64(statement_, column); }
  double Real(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

void AppendText(std::string_view text, std::string& json) {
  json += '"';
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    json.append(text, begin, i - begin);
    begin = i + 1;
    if (c == '"' || c == '\\') {
      json += '\\';
      json += text[i];
    } else {
      absl::StrAppend(&json, "\\u00", absl::Hex(c, absl::kZeroPad2));
    }
  }
  json.append(text, begin);
  json += '"';
}

// RFC 3339 with milliseconds, null for 0.
void AppendTime(int64_t ms, std::string& json) {
  if (ms <= 0) {
    json += "null";
    return;
  }
  std::time_t seconds = ms / 1000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  char text[96];
  std::snprintf(text, sizeof(text), "\"%04d-%02d-%02dT%02d:%02d:%02d.%03dZ\"", utc.tm_year + 1900, utc.tm_mon + 1,
                utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, static_cast<int>(ms % 1000));
  json += text;
}

void AppendReal(double number, std::string& json) { absl::StrAppend(&json, number); }

struct Part {
  std::string id;
  double duration;
};

struct State {
  double position;
  double watched;
  bool completed;
  int64_t updated_at;
};

// A course's parts as JSON, and what its progress needs of them.
struct Parts {
  std::string json;
  std::vector<Part> list;
};

}  // namespace

class Answers::Impl {
 public:
  explicit Impl(const std::string& path)
      : database_(Open(path)),
        session_(database_, "SELECT kind, person, fullname, expires_at FROM sessions WHERE token_hash = ?"),
        learners_(database_,
                  "SELECT id, email, fullname, phonenumber, address, active, activated, last_login_at, created_at "
                  "FROM learners ORDER BY fullname_key, id"),
        courses_(database_,
                 "SELECT id, title, description, image, created_at, updated_at FROM courses "
                 "ORDER BY created_at DESC, id DESC"),
        parts_(database_, "SELECT course_id, id, title, description, duration FROM parts ORDER BY course_id, ordinal"),
        assignments_(database_,
                     "SELECT c.id, c.title, c.description, c.image, c.created_at, c.updated_at, a.id, a.learner_id, "
                     "a.start_ms, a.expiry_ms FROM assignments a JOIN courses c ON c.id = a.course_id "
                     "WHERE a.learner_id = ? ORDER BY a.created_at DESC, a.id DESC"),
        assigned_parts_(database_,
                        "SELECT p.course_id, p.id, p.title, p.description, p.duration FROM parts p "
                        "JOIN assignments a ON a.course_id = p.course_id WHERE a.learner_id = ? "
                        "ORDER BY p.course_id, p.ordinal"),
        progress_(database_,
                  "SELECT part_id, position, watched, completed, updated_at FROM progress WHERE learner_id = ?") {}

  // Returns the status; the body is in `json`.
  int To(std::string_view path, std::string_view authorization, std::string& json) {
    if (path == "/healthz") {
      json = R"({"message":"Alive"})";
      return 200;
    }
    std::optional<Session> session = SessionOf(authorization);
    if (path == "/api/auth/trylogin") return TryLogin(session, json);
    if (!session.has_value()) {
      json = R"({"message":"Please sign in","code":"unauthenticated"})";
      return 401;
    }
    if (path == "/api/user-course/fetch-courses" && session->kind == "learner") return MyCourses(*session, json);
    if (path == "/api/cm/course/fetch-courses" && session->kind == "manager") return Courses(json);
    if (path == "/api/cm/user/fetch-users" && session->kind == "manager") return Learners(json);
    json = R"({"message":"You are not authorized","code":"forbidden"})";
    return 403;
  }

 private:
  struct Session {
    std::string kind;
    std::string person;
    std::string fullname;
  };

  static sqlite3* Open(const std::string& path) {
    sqlite3* database = nullptr;
    if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
      Fail(sqlite3_errmsg(database));
    }
    return database;
  }

  std::optional<Session> SessionOf(std::string_view authorization) {
    if (!authorization.starts_with("Bearer ")) return std::nullopt;
    std::string_view token = authorization.substr(7);
    unsigned char hash[SHA256_DIGEST_LENGTH];
    SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), hash);
    session_.Begin({reinterpret_cast<const char*>(hash), sizeof(hash)}, /*blob=*/true);
    std::optional<Session> found;
    if (session_.Next() && session_.Number(3) > NowMs()) {
      found = {std::string(session_.Text(0)), std::string(session_.Text(1)), std::string(session_.Text(2))};
    }
    session_.Begin();
    return found;
  }

  static int TryLogin(const std::optional<Session>& session, std::string& json) {
    if (!session.has_value() || session->kind != "learner") {
      json = R"({"status":false,"message":"Please sign in","result":null,"code":"unauthenticated"})";
      return 200;
    }
    json = R"({"status":true,"message":"Signed in","result":{"clientId":)";
    AppendText(session->person, json);
    json += R"(,"fullname":)";
    AppendText(session->fullname, json);
    json += "}}";
    return 200;
  }

  static std::map<std::string, Parts> PartsOf(Statement& rows) {
    std::map<std::string, Parts> parts;
    while (rows.Next()) {
      Parts& of_course = parts[std::string(rows.Text(0))];
      std::string& json = of_course.json;
      if (!json.empty()) json += ',';
      json += R"({"_id":)";
      AppendText(rows.Text(1), json);
      json += R"(,"title":)";
      AppendText(rows.Text(2), json);
      json += R"(,"description":)";
      AppendText(rows.Text(3), json);
      json += R"(,"duration":)";
      AppendReal(rows.Real(4), json);
      json += R"(,"video":null,"revision":1})";
      of_course.list.push_back({.id = std::string(rows.Text(1)), .duration = rows.Real(4)});
    }
    return parts;
  }

  // The course in the first columns of a row.
  static void AppendCourse(const Statement& row, const Parts& parts, std::string& json) {
    json += R"({"_id":)";
    AppendText(row.Text(0), json);
    json += R"(,"id":)";
    AppendText(row.Text(0), json);
    json += R"(,"title":)";
    AppendText(row.Text(1), json);
    json += R"(,"description":)";
    AppendText(row.Text(2), json);
    json += R"(,"image":)";
    if (row.IsNull(3)) {
      json += "null";
    } else {
      AppendText(row.Text(3), json);
    }
    absl::StrAppend(&json, R"(,"parts":[)", parts.json, R"(],"createdAt":)");
    AppendTime(row.Number(4), json);
    json += R"(,"updatedAt":)";
    AppendTime(row.Number(5), json);
    json += R"(,"revision":1})";
  }

  static void AppendProgress(const Parts& parts, const std::map<std::string, State>& states, std::string& json) {
    double total = 0;
    double watched = 0;
    const Part* last = nullptr;
    int64_t newest = 0;
    std::string list;
    for (const Part& part : parts.list) {
      total += part.duration;
      auto found = states.find(part.id);
      if (found == states.end()) continue;
      const State& state = found->second;
      watched += state.completed ? part.duration : state.watched;
      if (state.updated_at >= newest) {
        newest = state.updated_at;
        last = &part;
      }
      int percent = state.completed     ? 100
                    : part.duration > 0 ? static_cast<int>(state.watched * 100 / part.duration)
                                        : 0;
      if (!list.empty()) list += ',';
      list += R"({"partId":)";
      AppendText(part.id, list);
      absl::StrAppend(&list, R"(,"position":)", state.position, R"(,"watchedSeconds":)", state.watched,
                      R"(,"duration":)", part.duration, R"(,"percent":)", percent, R"(,"completed":)",
                      state.completed ? "true" : "false", R"(,"updatedAt":)");
      AppendTime(state.updated_at, list);
      list += '}';
    }
    absl::StrAppend(&json, R"({"percent":)", total > 0 ? static_cast<int>(watched * 100 / total) : 0, R"(,"parts":[)",
                    list, R"(],"lastPartId":)");
    if (last == nullptr) {
      json += "null";
    } else {
      AppendText(last->id, json);
    }
    absl::StrAppend(&json, R"(,"completePercent":)", kCompletePercent, "}");
  }

  int MyCourses(const Session& session, std::string& json) {
    assigned_parts_.Begin(session.person);
    std::map<std::string, Parts> parts = PartsOf(assigned_parts_);
    std::map<std::string, State> states;
    progress_.Begin(session.person);
    while (progress_.Next()) {
      states[std::string(progress_.Text(0))] = {.position = progress_.Real(1),
                                                .watched = progress_.Real(2),
                                                .completed = progress_.Number(3) != 0,
                                                .updated_at = progress_.Number(4)};
    }
    int64_t now = NowMs();
    json = R"({"message":"Courses fetched","result":[)";
    assignments_.Begin(session.person);
    for (bool first = true; assignments_.Next(); first = false) {
      json += first ? R"({"_id":)" : R"(,{"_id":)";
      AppendText(assignments_.Text(6), json);
      json += R"(,"courseId":)";
      AppendText(assignments_.Text(0), json);
      json += R"(,"clientId":)";
      AppendText(assignments_.Text(7), json);
      json += R"(,"userId":)";
      AppendText(assignments_.Text(7), json);
      json += R"(,"startDate":)";
      AppendTime(assignments_.Number(8), json);
      json += R"(,"expiryDate":)";
      AppendTime(assignments_.Number(9), json);
      const char* state = now < assignments_.Number(8)   ? "upcoming"
                          : now > assignments_.Number(9) ? "expired"
                                                         : "active";
      absl::StrAppend(&json, R"(,"state":")", state, R"(","course":)");
      const Parts& of_course = parts[std::string(assignments_.Text(0))];
      AppendCourse(assignments_, of_course, json);
      json += R"(,"progress":)";
      AppendProgress(of_course, states, json);
      json += R"(,"revision":1})";
    }
    json += "]}";
    return 200;
  }

  int Courses(std::string& json) {
    parts_.Begin();
    std::map<std::string, Parts> parts = PartsOf(parts_);
    json = R"({"message":"OK","result":[)";
    courses_.Begin();
    for (bool first = true; courses_.Next(); first = false) {
      if (!first) json += ',';
      AppendCourse(courses_, parts[std::string(courses_.Text(0))], json);
    }
    json += "]}";
    return 200;
  }

  int Learners(std::string& json) {
    json = R"({"message":"Fetched Successfully","result":[)";
    learners_.Begin();
    for (bool first = true; learners_.Next(); first = false) {
      const char* before[] = {R"({"_id":)", R"(,"email":)", R"(,"fullname":)", R"(,"phonenumber":)", R"(,"address":)"};
      if (!first) json += ',';
      for (int column = 0; column < 5; ++column) {
        json += before[column];
        AppendText(learners_.Text(column), json);
      }
      absl::StrAppend(&json, R"(,"active":)", learners_.Number(5) != 0 ? "true" : "false", R"(,"activated":)",
                      learners_.Number(6) != 0 ? "true" : "false",
                      R"(,"status":"offline","socketId":null,"lastLogin":)");
      AppendTime(learners_.Number(7), json);
      json += R"(,"createdAt":)";
      AppendTime(learners_.Number(8), json);
      json += R"(,"revision":1})";
    }
    json += "]}";
    return 200;
  }

  sqlite3* const database_;
  Statement session_;
  Statement learners_;
  Statement courses_;
  Statement parts_;
  Statement assignments_;
  Statement assigned_parts_;
  Statement progress_;
};

Answers::Answers(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
Answers::~Answers() = default;

int Answers::To(std::string_view path, std::string_view authorization, std::string& json) {
  return impl_->To(path, authorization, json);
}

void Fail(const std::string& what) {
  std::fprintf(stderr, "monolith: %s\n", what.c_str());
  std::exit(1);
}

}  // namespace academy::bench
