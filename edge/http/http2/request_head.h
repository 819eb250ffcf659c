// Puts a request's head together from HTTP/2's fields, by the rules that head.h has for all versions.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "edge/http/head.h"

namespace academy::http {

class RequestHead {
 public:
  explicit RequestHead(const HeadLimits& limits) : limits_(limits) {}

  // Takes a field or pseudo-header; after a refusal nothing is kept any more.
  void Add(std::string_view name, std::string_view value);
  // The first refusal counts; 0 is none.
  void Refuse(int status);

  // So far beyond the limits that nobody sends it by mistake.
  bool excessive() const;

  // Completes the head; 0, or the HTTP status that the request is refused with. `ended`: it has no body.
  int Finish(bool ended);
  // As much as was read of it.
  Head& head() { return head_; }

 private:
  void AddPseudo(std::string_view name, std::string_view value);
  void AddRegular(std::string_view name, std::string_view value);
  void AddAuthority();

  const HeadLimits limits_;
  Head head_;
  std::string method_;
  std::string path_;
  std::string authority_;
  std::string cookies_;
  size_t bytes_ = 0;
  int status_ = 0;
};

}  // namespace academy::http
