#include "services/catalog/media/child_process.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>
#include <vector>

#include "services/catalog/media/sandbox.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

absl::StatusOr<ChildResult> Shell(const std::string& script, ChildOptions options = {},
                                  const std::stop_token& stop = {}) {
  options.argv = {"sh", "-c", script};
  options.folder = std::filesystem::temp_directory_path();
  return RunChild(options, stop);
}

bool KernelMakesNamespaces() {
  pid_t child = ::fork();
  if (child == 0) ::_exit(::unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET) == 0 ? 0 : 1);
  int status = 1;
  ::waitpid(child, &status, 0);
  return status == 0;
}

TEST(ChildProcessTest, OutputErrorsAndExitCodeComeBack) {
  auto result = Shell("echo out; echo err >&2; exit 3");
  ASSERT_OK(result);
  EXPECT_EQ(result->exit_code, 3);
  EXPECT_EQ(result->output, "out\n");
  EXPECT_EQ(result->errors, "err\n");
  EXPECT_FALSE(result->timed_out);
}

TEST(ChildProcessTest, LinesAreHandedOverAsTheyCome) {
  std::vector<std::string> lines;
  ASSERT_OK(Shell("printf 'a\\nb'; echo c", {.on_line = [&](std::string_view line) { lines.emplace_back(line); }}));
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "bc"}));
}

TEST(ChildProcessTest, TheChildHasNothingOfOurs) {
  ::setenv("ACADEMY_TEST_SECRET", "secret", 1);
  auto result = Shell("env; nice");
  EXPECT_EQ(result->output.find("secret"), result->output.npos);
  EXPECT_NE(result->output.find("\n19\n"), result->output.npos) << result->output;
}

TEST(ChildProcessTest, ItsTimeIsLimitedAndItsChildrenEndWithIt) {
  auto result = Shell("sleep 1000 & sleep 1000", {.time_limit = absl::Milliseconds(200)});
  ASSERT_OK(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_FALSE(result->ok());
}

TEST(ChildProcessTest, StoppingEndsIt) {
  std::stop_source stop;
  auto result =
      Shell("echo ready; sleep 1000", {.on_line = [&](std::string_view) { stop.request_stop(); }}, stop.get_token());
  EXPECT_TRUE(absl::IsCancelled(result.status()));
  EXPECT_TRUE(absl::IsCancelled(Shell("true", {}, stop.get_token()).status()));
}

TEST(ChildProcessTest, ItsFilesAndMemoryAreLimited) {
  auto result = Shell("head -c 100000 /dev/zero > limited; stat -c %s limited; rm limited", {.file_limit = 1000});
  EXPECT_EQ(result->output, "1000\n");
}

TEST(ChildProcessTest, ItSeesNoFileBesideItsFolderAndWhatItIsGiven) {
  if (LandlockVersion() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  namespace fs = std::filesystem;
  fs::path root = fs::temp_directory_path() / ("child_" + Hex(RandomBytes(8)));
  for (const char* name : {"own", "given", "foreign"}) {
    fs::create_directories(root / name);
    std::ofstream(root / name / "file") << name << ' ';
  }
  auto run = [&](const std::string& script) {
    ChildOptions options{.argv = {"sh", "-c", script}, .folder = root / "own", .readable = {root / "given"}};
    auto result = RunChild(options, {});
    EXPECT_OK(result);
    return result->output;
  };
  EXPECT_EQ(run("cat file ../given/file ../foreign/file /etc/passwd"), "own given ");
  EXPECT_EQ(run("ln -s ../foreign/file link; cat link; ls .. / /proc /home 2>/dev/null"), "");
  EXPECT_EQ(run("echo x > new && cat new; echo x > ../given/new; echo x > ../foreign/new; echo x > ../given/file"),
            "x\n");
  EXPECT_FALSE(fs::exists(root / "given" / "new"));
  EXPECT_FALSE(fs::exists(root / "foreign" / "new"));
  EXPECT_EQ(fs::file_size(root / "given" / "file"), 6u);
  fs::remove_all(root);
}

TEST(ChildProcessTest, ItHasNoNetwork) {
  int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(::bind(listener, plain, length), 0);
  ASSERT_EQ(::listen(listener, 1), 0);
  ASSERT_EQ(::getsockname(listener, plain, &length), 0);
  std::string script = "echo x > /dev/tcp/127.0.0.1/" + std::to_string(ntohs(address.sin_port)) + " && echo connected";
  ChildOptions options{.argv = {"bash", "-c", script}, .folder = std::filesystem::temp_directory_path()};
  auto result = RunChild(options, {});
  ::close(listener);
  ASSERT_OK(result);
  EXPECT_EQ(result->output, "") << result->errors;
  EXPECT_EQ(result->exit_code, 1) << result->errors;
}

// Makes the system calls, each with its arguments, and prints how each failed.
std::string RefusalsOf(const std::string& calls) {
  std::string script = "for my $call (" + calls +
                       ") { $! = 0; syscall($call->[0], @$call[1 .. $#$call]); my $error = $! + 0; print $error == " +
                       std::to_string(ENOSYS) + " ? 'refused ' : \"$error \" }";
  ChildOptions options{.argv = {"perl", "-e", script}, .folder = std::filesystem::temp_directory_path()};
  auto result = RunChild(options, {});
  EXPECT_OK(result);
  return result->output + result->errors;
}

std::string Call(long number, const std::string& arguments) {
  return "[" + std::to_string(number) + ", " + arguments + "],";
}

TEST(ChildProcessTest, ItCannotSignalProcesses) {
  std::string self = std::to_string(::getpid());
  EXPECT_EQ(RefusalsOf(Call(SYS_kill, self + ", 0") + Call(SYS_tkill, self + ", 0") +
                       Call(SYS_tgkill, self + ", " + self + ", 0") + Call(SYS_rt_sigqueueinfo, self + ", 0, 0")),
            "refused refused refused refused ");
}

TEST(ChildProcessTest, ItCannotMakeNamespacesOrMounts) {
  std::string new_user = std::to_string(CLONE_NEWUSER);
  EXPECT_EQ(RefusalsOf(Call(SYS_clone, new_user + ", 0, 0, 0, 0") + Call(SYS_clone3, "0, 0") +
                       Call(SYS_unshare, new_user) + Call(SYS_fsopen, "0, 0") + Call(SYS_open_tree, "-100, 0, 0") +
                       Call(SYS_move_mount, "-1, 0, -1, 0, 0") + Call(SYS_mount_setattr, "-1, 0, 0, 0, 0")),
            "refused refused refused refused refused refused refused ");
}

TEST(ChildProcessTest, ItReadsLimitsAndChangesNone) {
  std::string limit = "0, 7, ";
  EXPECT_EQ(RefusalsOf(Call(SYS_prlimit64, limit + "0, my $limit = ' ' x 16") +
                       Call(SYS_prlimit64, limit + "my $limit = ' ' x 16, 0")),
            "0 refused ");
}

TEST(ChildProcessTest, ItSeesNoOtherProcesses) {
  if (!KernelMakesNamespaces()) GTEST_SKIP() << "this kernel forbids new namespaces";
  auto result = Shell("echo $$ $PPID");
  ASSERT_OK(result);
  EXPECT_EQ(result->output, "1 0\n");
}

TEST(ChildProcessTest, ACrashIsAFailure) {
  auto result = RunChild(
      {.argv = {"perl", "-e", "unpack 'p', pack 'Q', 1"}, .folder = std::filesystem::temp_directory_path()}, {});
  ASSERT_OK(result);
  EXPECT_EQ(result->exit_code, -1);
}

TEST(ChildProcessTest, AMissingProgramIsSaidSo) {
  ChildOptions options{.argv = {"no-such-program"}, .folder = std::filesystem::temp_directory_path()};
  EXPECT_TRUE(absl::IsInternal(RunChild(options, {}).status()));
}

TEST(ChildProcessTest, FloodsOfOutputNeitherBlockNorGrow) {
  auto result = Shell("head -c 5000000 /dev/zero; head -c 5000000 /dev/zero >&2");
  ASSERT_OK(result);
  EXPECT_TRUE(result->ok());
  EXPECT_LE(result->output.size(), size_t{1} << 21);
  EXPECT_EQ(result->errors.size(), 4096u);
}

}  // namespace
}  // namespace academy::catalog
