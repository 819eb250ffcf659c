// Structured logs: one JSON line per event on standard error, which may be a file that is rotated (log_file.h).
//
// Thread-safe. Never log a password, token, code or mail body.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace academy {

// A named value of an event. Numbers and booleans are written as such in JSON.
class LogField {
 public:
  LogField(std::string_view name, std::string_view value);
  LogField(std::string_view name, const char* value) : LogField(name, std::string_view(value)) {}
  LogField(std::string_view name, const std::string& value) : LogField(name, std::string_view(value)) {}
  LogField(std::string_view name, long long value);
  LogField(std::string_view name, long value) : LogField(name, static_cast<long long>(value)) {}
  LogField(std::string_view name, int value) : LogField(name, static_cast<long long>(value)) {}
  LogField(std::string_view name, unsigned long value) : LogField(name, static_cast<long long>(value)) {}
  LogField(std::string_view name, double value);
  LogField(std::string_view name, bool value);

  // `"name":value`, escaped.
  const std::string& json() const { return json_; }

 private:
  std::string json_;
};

// Sets the process name written in every line. Call once, before threads start.
void InitLog(std::string_view process);

// `event` is a short constant phrase ("rpc failed"); variable data goes into fields.
void LogInfo(std::string_view event, std::initializer_list<LogField> fields = {});
void LogWarning(std::string_view event, std::initializer_list<LogField> fields = {});
void LogError(std::string_view event, std::initializer_list<LogField> fields = {});

// Adds the fields `requestId` and `traceId` to every line that this thread logs until the end of the scope.
class ScopedRequestId {
 public:
  // Both texts must outlive the scope; an empty one adds no field.
  explicit ScopedRequestId(std::string_view id, std::string_view trace = {});
  ~ScopedRequestId();
  ScopedRequestId(const ScopedRequestId&) = delete;
  ScopedRequestId& operator=(const ScopedRequestId&) = delete;

 private:
  const std::string_view before_;
  const std::string_view trace_before_;
};

}  // namespace academy
