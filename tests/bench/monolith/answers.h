// The answers of the monolith that the bench `speed` compares with, from a database that rivals/fill.mjs has filled.
//
// Not thread-safe: each thread has its own.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace academy::bench {

class Answers {
 public:
  explicit Answers(const std::string& path);
  ~Answers();

  // Returns the status; the body is in `json`.
  int To(std::string_view path, std::string_view authorization, std::string& json);

 private:
  class Impl;
  const std::unique_ptr<Impl> impl_;
};

// Ends the program.
[[noreturn]] void Fail(const std::string& what);

}  // namespace academy::bench
