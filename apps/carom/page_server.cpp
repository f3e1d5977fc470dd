#include "page_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

#include "exit_codes.hpp"
#include "io/system/system.hpp"
#include "run_files.hpp"

namespace carom::app {
namespace {

using httplib::Request;
using httplib::Response;

constexpr auto k_address = "127.0.0.1";
constexpr auto k_plain = "text/plain; charset=utf-8";

constexpr auto k_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "worker-src 'self'; connect-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'";
constexpr auto k_no_frames = "; frame-ancestors 'none'";

enum Status : int {
  k_ok = 200,
  k_not_found = 404,
  k_method_not_allowed = 405,
  k_misdirected = 421,
};

void refuse(Response& response, Status status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", k_plain);
}

/// Names of built files change with their content; all others are requested again each time.
std::string_view caching(std::string_view path) {
  return path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

}  // namespace

struct PageServer::Implementation {
  PageFiles files;
  std::function<std::string()> scene;
  httplib::Server server;
  int port = 0;
  std::thread listening;
  std::atomic<bool> ended = false;

  /// Every request comes here first.
  void answer(const Request& request, Response& response) const {
    const std::string host = request.get_header_value("Host");
    const bool for_us = host == fmt::format("{}:{}", k_address, port) || host == fmt::format("localhost:{}", port);
    if (!for_us || request.get_header_value_count("Host") != 1) {
      return refuse(response, k_misdirected, fmt::format("this is {}:{} and nothing else", k_address, port));
    }
    if (request.method != "GET" && request.method != "HEAD") {
      response.set_header("Allow", "GET, HEAD");
      return refuse(response, k_method_not_allowed, "expected GET or HEAD, found " + request.method);
    }
    response.set_header("Cache-Control", std::string(caching(request.path)));
    if (request.path == "/scene.json" && scene) return answer_scene(response);
    const auto found = files.find(request.path);
    if (found == files.end()) return refuse(response, k_not_found, "there is no such file");
    response.status = k_ok;
    response.set_content(found->second.bytes, found->second.type);
  }

  void answer_scene(Response& response) const {
    try {
      response.set_content(scene(), "application/json");
      response.status = k_ok;
    } catch (const Failure& failure) {
      refuse(response, k_not_found, failure.what());
    }
  }
};

PageServer::PageServer(PageFiles files, std::function<std::string()> scene, bool framed)
    : implementation_(std::make_unique<Implementation>()) {
  Implementation& own = *implementation_;
  own.files = std::move(files);
  own.scene = std::move(scene);
  own.server.set_default_headers({{"Content-Security-Policy", fmt::format("{}{}", k_policy, framed ? "" : k_no_frames)},
                                  {"X-Content-Type-Options", "nosniff"},
                                  {"Referrer-Policy", "no-referrer"},
                                  {"Cross-Origin-Opener-Policy", "same-origin"},
                                  {"Cross-Origin-Resource-Policy", "same-origin"}});
  own.server.set_keep_alive_timeout(1);  // seconds, which the end has to wait for
  own.server.set_socket_options([](int socket) {
    io::reuse_address(socket);  // and not its port, which two programs would share
  });
  own.server.set_pre_routing_handler([&own](const Request& request, Response& response) {
    own.answer(request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
}

PageServer::~PageServer() { stop(); }

void PageServer::start(int port) {
  Implementation& own = *implementation_;
  if (port == 0) {
    own.port = own.server.bind_to_any_port(k_address);
    if (own.port <= 0) throw Failure(k_failed, fmt::format("cannot listen on {}: no port is free", k_address));
  } else {
    if (!own.server.bind_to_port(k_address, port)) {
      throw Failure(k_failed,
                    fmt::format("cannot listen on {}:{}: the port is taken, or not allowed", k_address, port));
    }
    own.port = port;
  }
  own.listening = std::thread([&own] {
    own.server.listen_after_bind();
    own.ended = true;
  });
}

std::string PageServer::url() const { return fmt::format("http://{}:{}/", k_address, implementation_->port); }

void PageServer::stop() {
  Implementation& own = *implementation_;
  if (!own.listening.joinable()) return;
  // To stop means nothing to it before it has begun.
  while (!own.server.is_running() && !own.ended) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  own.server.stop();
  own.listening.join();
}

}  // namespace carom::app
