// Fuzzer for messages between the program and its sandbox processes: any bytes are a message or
// nothing, and a message that is encoded again is unchanged. The first byte selects the message
// type.
//
//   cmake --preset fuzz && ninja -C build/fuzz wire_fuzzer &&
//     build/fuzz/bin/wire_fuzzer -max_total_time=300

#include <cstdint>
#include <string>

#include "parser/wire.h"
#include "plugins/host/declaration.h"
#include "plugins/host/protocol_wire.h"
#include "plugins/host/setup.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {
namespace {

/// A message that can be read is the same when it is sent again.
template <auto decode, auto encode>
void send_again(std::string_view bytes) {
  const auto message = decode(bytes);
  if (!message) return;
  const std::string frame = encode(*message);
  const auto again = decode(std::string_view(frame).substr(plugins::kFrameHeaderBytes));
  demand(again && encode(*again) == frame, "a message is the same when it is sent again");
}

void read_job(std::string_view bytes) { (void)plugins::decode_job(bytes); }
void read_reply(std::string_view bytes) { (void)plugins::decode_reply(bytes); }

}  // namespace
}  // namespace porthole::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace porthole;
  using namespace porthole::testing;
  give_to_one_of({send_again<parser::decode_document, parser::encode_document>,
                  send_again<parser::decode_request, parser::encode_request>,
                  send_again<plugins::decode_setup, plugins::encode_setup>, read_job, read_reply},
                 data, size);
  return 0;
}
