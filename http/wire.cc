#include "http/wire.h"

#include <Poco/Net/HTTPResponse.h>

#include <sstream>
#include <utility>

#include "http/status.h"

namespace porthole::http {

WireAnswer wire_answer(Reply reply, bool is_head, bool keeps_connection) {
  using Poco::Net::HTTPResponse;
  HTTPResponse head(HTTPResponse::HTTP_1_1, static_cast<HTTPResponse::HTTPStatus>(reply.status),
                    std::string(reason_phrase(reply.status)));
  head.setDate({});
  if (!keeps_connection) head.set("Connection", "close");
  for (const auto& [name, value] : reply.fields) head.add(name, value);
  if (reply.status != kNotModified) {
    head.setContentLength64(static_cast<Poco::Int64>(reply.body.size()));
  }
  std::ostringstream written;
  head.write(written);
  const bool has_body = reply.status != kNotModified && !is_head;
  return {std::move(written).str(), has_body ? std::move(reply.body) : std::string(),
          keeps_connection};
}

}  // namespace porthole::http
