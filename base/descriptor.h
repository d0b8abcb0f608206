#pragma once

/// Owns a file descriptor and closes it on destruction (RAII).

#include <unistd.h>

#include <utility>

namespace porthole {

class Descriptor {
 public:
  /// Takes ownership of `number`, which is negative when the call that opened it failed.
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace porthole
