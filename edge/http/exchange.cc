#include "edge/http/exchange.h"

#include "services/common/log.h"

namespace academy::http {

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
