// A query whose text depends on the request. It is built from constant pieces of text with their arguments, and
// prepared at each run. For constant text use query.h.
//
//   QueryBuilder query("SELECT id, title FROM courses WHERE created_at > :since", since);
//   if (!search.empty()) query.Add(" AND title LIKE :search", search);
//   std::vector<CourseRecord> found = query.Run<CourseRow>(sql);
//
// Used by the thread that owns the session. Run may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "services/platform/db/query.h"

namespace academy {

class QueryBuilder {
 public:
  template <typename... Args>
  explicit QueryBuilder(std::string_view text, const Args&... arguments) {
    Add(text, arguments...);
  }

  // Arguments as in query.h, except std::optional. Parameter names must be unique within a query.
  template <typename... Args>
  QueryBuilder& Add(std::string_view text, const Args&... arguments) {
    text_ += text;
    (arguments_.emplace_back(db_internal::Stored<Args>(arguments)), ...);
    return *this;
  }

  // Adds "(:i0, :i1, ...)" for an IN. `ids` must not be empty.
  template <typename Ids>
  QueryBuilder& AddIds(const Ids& ids) {
    text_ += '(';
    for (const std::string& id : ids)
      Add((text_.back() == '(' ? ":i" : ", :i") + std::to_string(arguments_.size()), id);
    text_ += ')';
    return *this;
  }

  // Like Query of query.h.
  template <typename Row>
  auto Run(soci::session& sql) {
    return db_internal::FetchAll<Row>(sql, text_.c_str(), [&](soci::statement& statement) {
      for (auto& argument : arguments_) {
        std::visit([&](auto& value) { statement.exchange(soci::use(value)); }, argument);
      }
    });
  }

 private:
  std::string text_;
  // A deque, because bound arguments must not move.
  std::deque<std::variant<std::string, int, long long, double>> arguments_;
};

}  // namespace academy
