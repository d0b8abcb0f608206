#pragma once

/// A digest of bytes that come in pieces: XXH3, 128 bits. Equal digests mean equal bytes, unless
/// somebody made them equal on purpose.
///
///   Digest digest;
///   digest.add("one piece");
///   digest.text() == "32 hexadecimal digits"
///
/// Thread safety: one thread.

#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace porthole {

class Digest {
 public:
  static constexpr std::size_t kDigits = 32;

  Digest();
  void add(std::string_view bytes);
  std::string text() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace porthole
