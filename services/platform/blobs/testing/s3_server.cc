#include "services/platform/blobs/testing/s3_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace academy {
namespace {

constexpr char kScript[] = "tests/harness/s3-server.mjs";

std::string ReadLine(int fd) {
  std::string line;
  for (char letter; ::read(fd, &letter, 1) == 1 && letter != '\n';) line += letter;
  return line;
}

}  // namespace

S3Server::S3Server() {
  // Node looks for packages next to the real file, not next to Bazel's symlink.
  std::error_code failed;
  std::string script = std::filesystem::canonical(kScript, failed).string();
  int in[2];
  int out[2];
  if (failed || ::pipe(in) != 0 || ::pipe(out) != 0) {
    error_ = "tests/harness/s3-server.mjs cannot be started";
    return;
  }
  pid_ = ::fork();
  if (pid_ == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    for (int fd : {in[0], in[1], out[0], out[1]}) ::close(fd);
    // s3rver encrypts its list tokens with DES, which OpenSSL provides only as a legacy algorithm.
    ::execlp("node", "node", "--openssl-legacy-provider", script.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  input_ = in[1];
  std::string line = ReadLine(out[0]);
  ::close(out[0]);
  constexpr std::string_view kUrl = "\"url\":\"";
  size_t begin = line.find(kUrl);
  if (begin == line.npos) {
    error_ = "The S3 store does not start: it needs node and the npm packages of tests/ (./academy test installs them)";
    return;
  }
  begin += kUrl.size();
  endpoint_ = line.substr(begin, line.find('"', begin) - begin);
}

S3Server::~S3Server() {
  if (input_ >= 0) ::close(input_);
  if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
}

std::string S3Server::Control(const std::string& request) const {
  int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(std::atoi(endpoint_.c_str() + endpoint_.rfind(':') + 1)));
  std::string text = "GET /-/" + request + " HTTP/1.1\r\nHost: store\r\nConnection: close\r\n\r\n";
  std::string answer;
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
      ::send(fd, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size())) {
    char buffer[4096];
    for (ssize_t got; (got = ::recv(fd, buffer, sizeof(buffer), 0)) > 0;)
      answer.append(buffer, static_cast<size_t>(got));
  }
  ::close(fd);
  size_t body = answer.find("\r\n\r\n");
  return body == answer.npos ? "" : answer.substr(body + 4);
}

}  // namespace academy
