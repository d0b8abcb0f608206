// The laws of what worker processes and the program send each other: any bytes are a message or nothing, and a
// message that is sent again is the same. The first byte chooses which.
//
//   cmake --preset fuzz && ninja -C build/fuzz wire_fuzzer && build/fuzz/bin/wire_fuzzer -max_total_time=300

#include <cstdint>
#include <string>

#include "hosting/declaration.h"
#include "hosting/protocol_wire.h"
#include "hosting/setup.h"
#include "parser/wire.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

std::string body_of(const std::string& frame) { return frame.substr(hosting::kFrameHeaderBytes); }

void read_document(std::string_view bytes) {
  const auto document = parser::decode_document(bytes);
  if (!document) return;
  const std::string frame = parser::encode_document(*document);
  const auto again = parser::decode_document(body_of(frame));
  demand(again && parser::encode_document(*again) == frame, "a document is the same when it is sent again");
}

void read_request(std::string_view bytes) {
  const auto request = parser::decode_request(bytes);
  if (!request) return;
  const std::string frame = parser::encode_request(*request);
  const auto again = parser::decode_request(body_of(frame));
  demand(again && parser::encode_request(*again) == frame, "a request is the same when it is sent again");
}

void read_setup(std::string_view bytes) {
  const auto setup = hosting::decode_setup(bytes);
  if (!setup) return;
  const std::string frame = hosting::encode_setup(*setup);
  const auto again = hosting::decode_setup(body_of(frame));
  demand(again && hosting::encode_setup(*again) == frame, "a setup is the same when it is sent again");
}

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  using namespace porthole;
  switch (data[0] % 5) {
    case 0: testing::read_document(bytes); break;
    case 1: testing::read_request(bytes); break;
    case 2: testing::read_setup(bytes); break;
    case 3: (void)hosting::decode_job(bytes); break;
    default: (void)hosting::decode_reply(bytes);
  }
  return 0;
}
