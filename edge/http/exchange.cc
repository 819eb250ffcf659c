#include "edge/http/exchange.h"

#include <unistd.h>

#include "services/common/log.h"

namespace academy::http {

File::~File() {
  if (fd_ >= 0) ::close(fd_);
}

Answer FailureAnswer(int status, std::string_view code, std::string_view message, std::string_view request_id) {
  Answer answer;
  answer.status = status;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = "{\"message\":";
  AppendJsonString(answer.body, message);
  answer.body += ",\"code\":";
  AppendJsonString(answer.body, code);
  answer.body += ",\"requestId\":";
  AppendJsonString(answer.body, request_id);
  answer.body += '}';
  return answer;
}

}  // namespace academy::http
