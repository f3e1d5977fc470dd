#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "carom/io/answer.hpp"
#include "carom/io/query.hpp"
#include "commands.hpp"
#include "io/system/system.hpp"
#include "line_reader.hpp"
#include "output.hpp"

namespace carom::app {
namespace {

constexpr auto k_about = R"(Answers collision questions: one JSON request a line in, one JSON answer a line out.)";

constexpr auto k_footer = R"(A request is {"id": "any string", "a": SHAPE, "b": SHAPE}, a SHAPE one of
  {"circle":  {"radius": r, "from": [x,y], "to": [x,y], "hollow": false}}
  {"border":  {"x": w}}   or   {"border": {"y": w}}
  {"segment": {"from": [[x,y],[x,y]], "to": [[x,y],[x,y]]}}
  {"polygon": {"from": [[x,y],...], "to": [[x,y],...], "hollow": false}}
or, turning by an angle in radians while it moves, vertices as seen from "at" at angle 0, one of
  {"segment": {"ends": [[x,y],[x,y]], "from": {"at": [x,y], "angle": a}, "to": {"at": [x,y], "angle": a}}}
  {"polygon": {"vertices": [[x,y],...], "from": {"at": [x,y], "angle": a}, "to": {"at": [x,y], "angle": a}, "hollow": false}}
"to" left out: it does not move. "hollow": a ring or an arena, which holds things inside.

An answer has "id" and "result": "hit", "miss" or "overlap"; with a hit come "t" in [0,1], "point", "normal" and
"side", with an overlap "depth" as well. A request that is wrong is answered with "error": what, and where.

Example:
  $ echo '{"id": "1", "a": {"circle": {"radius": 1, "from": [-5,0], "to": [5,0]}}, "b": {"border": {"x": 1}}}' |
      carom query
  {"id":"1","result":"hit","t":0.5,"point":[1.0,0.0],"normal":[-1.0,0.0],"side":"outer"}

Exit code: 0, or 2 if a request was wrong or the file cannot be read, or 1 if the answers cannot be written.)";

struct QueryOptions {
  std::string file = "-";
  bool pretty = false;
};

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

int cannot_read(const std::string& file, int error) {
  fmt::print(stderr, "carom query: cannot read {}: {}\n", file == "-" ? "standard input" : file, std::strerror(error));
  return k_bad_input;
}

/// A reader that has gone away, as in `carom query … | head`, is nothing to complain about.
int cannot_write(int error) {
  if (error != EPIPE) fmt::print(stderr, "carom query: cannot write the answers: {}\n", std::strerror(error));
  return k_failed;
}

std::string text_of(const QueryLine& question, const Checked<Impact>& impact, bool pretty) {
  return (pretty ? readable_answer(question, impact) : answer_line(question.id, impact)) + "\n";
}

int answer_all(int descriptor, const QueryOptions& options) {
  LineReader lines(descriptor);
  Output out(io::k_standard_output);
  bool all_good = true;
  while (true) {
    // A caller that sends one request at a time gets each answer before it sends the next.
    if (!lines.ready() && !out.flush()) return cannot_write(out.error());
    const auto line = lines.next();
    if (!line) break;
    if (is_blank(*line)) continue;
    const QueryLine question = read_query(*line);
    const Checked<Impact> impact = answer(question);
    all_good = all_good && impact.ok();
    if (!out.write(text_of(question, impact, options.pretty))) return cannot_write(out.error());
  }
  if (!out.flush()) return cannot_write(out.error());
  if (lines.error() != 0) return cannot_read(options.file, lines.error());
  return all_good ? k_done : k_bad_input;
}

int run_query(const QueryOptions& options) {
  io::ignore_broken_pipes();
  if (options.file == "-") return answer_all(io::k_standard_input, options);
  const io::OpenFile file = io::open_to_read(options.file);
  if (!file.is_open()) return cannot_read(options.file, errno);
  return answer_all(file.number(), options);
}

}  // namespace

Command query_command(CLI::App& program) {
  const auto options = std::make_shared<QueryOptions>();
  CLI::App* const command = program.add_subcommand("query", k_about);
  command->add_option("FILE", options->file, "JSON Lines to read; \"-\" or nothing: standard input")->type_name("");
  command->add_flag("--pretty", options->pretty, "Answer for people: question and answer in words");
  command->footer(k_footer);
  return {"query", command, [options] { return run_query(*options); }};
}

}  // namespace carom::app
