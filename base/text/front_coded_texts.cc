#include "base/text/front_coded_texts.h"

#include <algorithm>
#include <cassert>

#include "base/text/byte_block.h"
#include "base/text/varint.h"

namespace porthole {
namespace {

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(most), b.begin()).first -
      a.begin());
}

/// The bytes of a full block.
std::string_view bytes_of(const char* block) {
  const char* at = block;
  for (std::size_t i = 0; i < FrontCodedTexts::kBlock; ++i) {
    take_varint(at);
    const std::size_t rest = take_varint(at);
    at += rest;
  }
  return {block, static_cast<std::size_t>(at - block)};
}

}  // namespace

void FrontCodedTexts::add(std::string_view text) {
  const std::size_t shared = shared_prefix(last_, text);
  append_varint(shared, open_);
  append_varint(text.size() - shared, open_);
  open_.append(text.substr(shared));
  last_ = text;
  if (++size_ % kBlock != 0) return;
  blocks_.push_back(copy_of(open_));
  open_.clear();
  last_.clear();
}

std::string FrontCodedTexts::operator[](std::size_t index) const {
  assert(index < size_);
  const std::size_t block = index / kBlock;
  const char* at = block < blocks_.size() ? blocks_[block].get() : open_.data();
  std::string text;
  for (std::size_t i = 0; i <= index % kBlock; ++i) {
    text.resize(take_varint(at));
    const std::size_t rest = take_varint(at);
    text.append(at, rest);
    at += rest;
  }
  return text;
}

void FrontCodedTexts::save(StateWriter& writer) const {
  writer.number(size_);
  for (const auto& block : blocks_) writer.text(bytes_of(block.get()));
  writer.text(open_);
  writer.text(last_);
}

void FrontCodedTexts::load(StateReader& reader) {
  size_ = reader.number();
  blocks_.clear();
  for (std::size_t block = 0; block < size_ / kBlock && !reader.failed(); ++block)
    blocks_.push_back(copy_of(reader.text()));
  open_ = reader.text();
  last_ = reader.text();
}

}  // namespace porthole
