// argon2_limit SECONDS THREADS: measures how many passwords this machine can verify a second when it does nothing else.
// Prints `{"threads", "verified", "seconds"}`.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "services/auth/passwords/passwords.h"

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("usage: argon2_limit SECONDS THREADS\n", stderr), 2;
  double wanted = std::atof(argv[1]);
  int threads = std::atoi(argv[2]);

  const std::string password = "Correct-horse-1";
  academy::auth::Passwords passwords;
  std::string encoded = passwords.Hash(password);
  std::atomic<int64_t> verified = 0;
  std::atomic<bool> wrong = false;
  using Clock = std::chrono::steady_clock;
  Clock::time_point begun = Clock::now();
  auto since = [begun] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
  std::vector<std::thread> workers;
  workers.reserve(threads);
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&] {
      while (since() < wanted) {
        if (!passwords.Verify(encoded, password)) wrong = true;
        ++verified;
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  if (wrong) return std::fputs("a correct password was refused\n", stderr), 1;
  std::printf("{\"threads\":%d,\"verified\":%lld,\"seconds\":%.6f}\n", threads, static_cast<long long>(verified.load()),
              since());
  return 0;
}
