#include "http/wire.h"

#include <chrono>
#include <utility>

#include "base/clock.h"
#include "http/status.h"

namespace porthole::http {
namespace {

void add_field(std::string& head, std::string_view name, std::string_view value) {
  head.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

WireAnswer wire_answer(Reply reply, bool is_head, bool keeps_connection) {
  WireAnswer out;
  out.keeps_connection = keeps_connection;
  out.head = "HTTP/1.1 " + std::to_string(reply.status) + " " +
             std::string(reason_phrase(reply.status)) + "\r\n";
  add_field(
      out.head, "Date",
      format_http_date(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())));
  if (!keeps_connection) add_field(out.head, "Connection", "close");
  for (const auto& [name, value] : reply.fields) add_field(out.head, name, value);
  if (reply.status != kNotModified) {
    add_field(out.head, "Content-Length", std::to_string(reply.body.size()));
    if (!is_head) out.body = std::move(reply.body);
  }
  out.head += "\r\n";
  return out;
}

}  // namespace porthole::http
