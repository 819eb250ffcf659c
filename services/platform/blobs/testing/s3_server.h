// An S3 store of its own for a test: tests/harness/s3-server.mjs, which checks signatures, in a process that ends with
// the test. Where node or the tests' npm packages are missing the test fails and says so: it is never skipped.
//
// Not thread-safe.
#pragma once

#include <sys/types.h>

#include <string>

namespace academy {

class S3Server {
 public:
  S3Server();
  ~S3Server();
  S3Server(const S3Server&) = delete;
  S3Server& operator=(const S3Server&) = delete;

  // Empty when it did not start; why stands in `error`.
  const std::string& endpoint() const { return endpoint_; }
  const std::string& error() const { return error_; }

  // Asks for one of its faults, `fail?times=2&status=503`; what it answers.
  std::string Control(const std::string& request) const;

  static constexpr char kBucket[] = "academy";
  static constexpr char kRegion[] = "eu-test-1";
  static constexpr char kAccessKey[] = "S3RVER";
  static constexpr char kSecretKey[] = "S3RVER";

 private:
  std::string endpoint_;
  std::string error_;
  pid_t pid_ = -1;
  int input_ = -1;
};

}  // namespace academy
