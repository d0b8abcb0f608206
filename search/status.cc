#include "search/status.h"

#include <array>

namespace porthole::search {
namespace {

struct Message {
  int status;
  std::string_view phrase;
  std::string_view text;
};
constexpr std::array kMessages = {
    Message{400, "Bad Request", "This request does not make sense here."},
    Message{404, "Not Found", "There is no such page here."},
    Message{405, "Method Not Allowed", "This site can only be read."},
    Message{408, "Request Timeout", "The request took too long to arrive."},
    Message{414, "URI Too Long", "The address is too long."},
    Message{417, "Expectation Failed", "This request does not make sense here."},
    Message{421, "Misdirected Request", "This name is not served here."},
    Message{431, "Request Header Fields Too Large", "The request is too long."},
    Message{500, "Internal Server Error", "Something went wrong here. The fault is the server's, not that of your query."},
    Message{501, "Not Implemented", "This site can only be read."},
    Message{503, "Service Unavailable", "This cannot be answered just now. The fault is the server's, not that of your query: try again in a moment."},
    Message{505, "HTTP Version Not Supported", "This version of HTTP is not spoken here."}};

const Message* find_message(int status) {
  for (const Message& message : kMessages) {
    if (message.status == status) return &message;
  }
  return nullptr;
}

}  // namespace

std::string_view reason_phrase(int status) {
  if (status == 200) return "OK";
  if (status == 304) return "Not Modified";
  const Message* message = find_message(status);
  return message == nullptr ? "Error" : message->phrase;
}

std::string_view status_text(int status) {
  const Message* message = find_message(status);
  return message == nullptr ? "" : message->text;
}

}  // namespace porthole::search
