#include "services/platform/base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cmath>
#include <memory>

#include "services/platform/base/clock.h"
#include "services/platform/base/log_file.h"
#include "services/platform/encoding/json_text.h"

namespace academy {
namespace {

std::string& ProcessName() {
  static std::string name = "academy";
  return name;
}

spdlog::logger& Logger() {
  // spdlog writes whole lines atomically across threads; the format of a line is ours.
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto created = std::make_shared<spdlog::logger>("academy", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    created->set_pattern("%v");
    created->flush_on(spdlog::level::info);
    return created;
  }();
  return *logger;
}

thread_local std::string_view request_id;
thread_local std::string_view trace_id;

void Write(std::string_view level, std::string_view event, std::initializer_list<LogField> fields) {
  std::string line = "{\"time\":\"" + FormatTime(Clock::System().Now()) + "\",\"level\":\"";
  line += level;
  line += "\",\"process\":";
  AppendJsonString(line, ProcessName());
  line += ",\"event\":";
  AppendJsonString(line, event);
  if (!request_id.empty()) {
    line += ",\"requestId\":";
    AppendJsonString(line, request_id);
  }
  if (!trace_id.empty()) {
    line += ",\"traceId\":";
    AppendJsonString(line, trace_id);
  }
  for (const LogField& field : fields) {
    line += ',';
    line += field.json();
  }
  line += '}';
  Logger().info(spdlog::string_view_t(line.data(), line.size()));
  RotateLogFile();
}

}  // namespace

ScopedRequestId::ScopedRequestId(std::string_view id, std::string_view trace)
    : before_(request_id), trace_before_(trace_id) {
  request_id = id;
  trace_id = trace;
}

ScopedRequestId::~ScopedRequestId() {
  request_id = before_;
  trace_id = trace_before_;
}

LogField::LogField(std::string_view name, std::string_view value) {
  AppendJsonString(json_, name);
  json_ += ':';
  AppendJsonString(json_, value);
}

LogField::LogField(std::string_view name, long long value) {
  AppendJsonString(json_, name);
  json_ += ':' + std::to_string(value);
}

LogField::LogField(std::string_view name, double value) {
  AppendJsonString(json_, name);
  json_ += ':' + (std::isfinite(value) ? std::to_string(value) : "null");
}

LogField::LogField(std::string_view name, bool value) {
  AppendJsonString(json_, name);
  json_ += value ? ":true" : ":false";
}

void InitLog(std::string_view process) { ProcessName() = std::string(process); }

void LogInfo(std::string_view event, std::initializer_list<LogField> fields) { Write("info", event, fields); }
void LogWarning(std::string_view event, std::initializer_list<LogField> fields) { Write("warning", event, fields); }
void LogError(std::string_view event, std::initializer_list<LogField> fields) { Write("error", event, fields); }

}  // namespace academy
