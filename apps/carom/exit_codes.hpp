#pragma once

namespace carom::app {

enum ExitCode : int {
  k_done = 0,
  k_failed = 1,     ///< the work could not be done, such as output to a full disk
  k_bad_input = 2,  ///< the command line, the file or something in it is wrong
  k_stopped = 3,    ///< by SIGINT or SIGTERM, with everything written
};

}  // namespace carom::app
