#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>

#include "io/system/system.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

/// A path that is free, and removed at the end.
class Path {
 public:
  explicit Path(const std::string& name) : path_(fs::path(::testing::TempDir()) / ("system_test_" + name)) { remove(); }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;
  ~Path() { remove(); }
  [[nodiscard]] std::string text() const { return path_.string(); }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path_;
};

std::string contents(const std::string& path) {
  const OpenFile file = open_to_read(path);
  return read_beginning(file.number(), 1000);
}

bool put(const OpenFile& file, const std::string& text) { return write_all(file.number(), text.data(), text.size()); }

Launch shell(const std::string& command) {
  Launch launch;
  launch.program = "sh";
  launch.arguments = {"sh", "-c", command};
  return launch;
}

TEST(System, FilesAreWrittenAnewGoneOnWithAndCut) {
  const Path path("file");
  EXPECT_FALSE(open_to_write(path.text(), WriteMode::existing).is_open());
  EXPECT_EQ(errno, ENOENT);
  ASSERT_TRUE(put(open_to_write(path.text(), WriteMode::anew), "first line\n"));
  ASSERT_TRUE(write_at_once(open_to_write(path.text(), WriteMode::append).number(), "second\n"));
  EXPECT_EQ(contents(path.text()), "first line\nsecond\n");
  const OpenFile file = open_to_write(path.text(), WriteMode::existing);
  EXPECT_EQ(size_of(file.number()), 18U);
  ASSERT_TRUE(cut_to(file.number(), 6));
  ASSERT_TRUE(put(file, "word"));
  EXPECT_TRUE(sync_to_disk(file.number()));
  EXPECT_EQ(contents(path.text()), "first word");
  ASSERT_TRUE(put(open_to_write(path.text(), WriteMode::anew), ""));
  EXPECT_EQ(contents(path.text()), "");
}

TEST(System, KnowsWhatCanBeWritten) {
  const Path path("rights");
  const OpenFile file = open_to_write(path.text(), WriteMode::anew);
  EXPECT_TRUE(is_writable(file.number()));
  EXPECT_TRUE(is_writable(duplicate(file.number()).number()));
  EXPECT_FALSE(is_writable(open_to_read(path.text()).number()));
  EXPECT_EQ(errno, EBADF);
  EXPECT_FALSE(is_writable(1000));
  EXPECT_FALSE(put(open_to_read(path.text()), "x"));
  EXPECT_TRUE(may_write_in(::testing::TempDir()));
  EXPECT_FALSE(may_write_in(path.text() + "/nowhere"));
  EXPECT_FALSE(may_execute(path.text()));
  EXPECT_FALSE(is_terminal(file.number()));
}

TEST(System, APipeGivesWhatItGetsAndThenEnds) {
  auto [out, in] = make_pipe();
  ASSERT_TRUE(put(in, "through"));
  EXPECT_TRUE(sync_to_disk(in.number())) << "a pipe need not be synced";
  in.close();
  EXPECT_FALSE(in.is_open());
  char bytes[20];
  EXPECT_EQ(read_some(out.number(), bytes, sizeof bytes), 7U);
  EXPECT_EQ(read_some(out.number(), bytes, sizeof bytes), 0U);
  out.close();
  EXPECT_EQ(read_some(out.number(), bytes, sizeof bytes), std::nullopt);
}

TEST(System, WritingToAPipeThatNobodyReadsFails) {
  ignore_broken_pipes();
  auto [out, in] = make_pipe();
  out.close();
  EXPECT_FALSE(put(in, "x"));
  EXPECT_EQ(errno, EPIPE);
}

TEST(System, AProcessWorksInItsFolderWithItsFiles) {
  const Path folder("folder");
  fs::create_directory(folder.text());
  auto [out, in] = make_pipe();
  ASSERT_TRUE(put(in, "given"));
  in.close();
  const OpenFile output = unnamed_file();
  const OpenFile error = unnamed_file();
  Launch launch = shell("read word; echo \"$word\"; basename \"$PWD\"; echo wrong >&2; exit 3");
  launch.folder = folder.text();
  launch.input = out.number();
  launch.output = output.number();
  launch.error = error.number();
  launch.own_group = launch.ends_with_us = true;
  Process process(launch);
  ASSERT_TRUE(process.is_running());
  EXPECT_EQ(process.wait(), 3);
  EXPECT_FALSE(process.is_running());
  EXPECT_EQ(read_beginning(output.number(), 100), "given\nsystem_test_folder\n");
  EXPECT_EQ(read_beginning(error.number(), 3), "wro");
}

TEST(System, AProcessThatASignalEndsTellsWhich) {
  Process process(shell("exec sleep 100"));
  ASSERT_TRUE(process.is_running());
  EXPECT_EQ(process.exit_code_if_ended(), std::nullopt);
  process.kill();
  EXPECT_EQ(process.wait(), 128 + SIGKILL);
  EXPECT_EQ(process.wait(), 0) << "it is waited for once";
}

TEST(System, AProgramThatIsNotThereIsNotStarted) {
  Launch launch = shell("");
  launch.program = "no_such_program_of_carom";
  EXPECT_FALSE(Process(launch).is_running());
  EXPECT_EQ(errno, ENOENT);
  launch = shell("");
  launch.folder = "/no/such/folder";
  EXPECT_FALSE(Process(launch).is_running());
  EXPECT_EQ(errno, ENOENT);
}

TEST(System, WhatThisProgramIgnoresEndsOthers) {
  ignore_broken_pipes();
  const StopSignals blocked;
  for (const std::string signal : {"PIPE", "TERM", "INT"}) {
    Process process(shell("kill -" + signal + " $$; sleep 1; exit 0"));
    EXPECT_GT(process.wait(), 128) << signal;
  }
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

TEST(System, TheClockOfHandlersGoesOn) {
  const std::int64_t begin = monotonic_ns();
  EXPECT_GT(begin, 0);
  while (monotonic_ns() == begin) {
  }
  EXPECT_GT(monotonic_ns(), begin);
}

}  // namespace
}  // namespace carom::io
