// A private S3 store for a test: runs tests/harness/s3-server.mjs, which checks signatures, as a child process that
// ends with the test. If node or the tests' npm packages are missing, the test fails with a message; it is never
// skipped.
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

  // Empty if the server did not start; `error` says why.
  const std::string& endpoint() const { return endpoint_; }
  const std::string& error() const { return error_; }

  // Requests one of the server's faults, `fail?times=2&status=503`, and returns its response.
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
