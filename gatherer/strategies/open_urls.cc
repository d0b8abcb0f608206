#include "gatherer/strategies/open_urls.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <type_traits>

#include "base/text/byte_block.h"
#include "base/text/varint.h"

namespace porthole::gatherer {
namespace {

static_assert(std::is_trivially_copyable_v<OpenUrls::Head>);

template <class Plain>
void append_plain(const Plain& plain, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&plain), sizeof plain);
}

template <class Plain>
Plain take_plain(const char*& at) {
  Plain plain;
  std::memcpy(&plain, at, sizeof plain);
  at += sizeof plain;
  return plain;
}

/// The size of what put() packed.
std::size_t size_of(const char* packed) {
  const char* at = packed + sizeof(OpenUrls::Head);
  for (std::uint64_t left = take_varint(at); left > 0; --left) {
    take_varint(at);
    take_varint(at);
  }
  for (std::uint64_t left = take_varint(at); left > 0; --left) take_varint(at);
  const std::uint64_t seen = take_varint(at);
  return static_cast<std::size_t>(at - packed) + seen * sizeof(std::uint32_t);
}

}  // namespace

OpenUrls::Head OpenUrls::head(UrlId id) const {
  assert(contains(id));
  const char* at = packed_[index(id)].get();
  return take_plain<Head>(at);
}

bool OpenUrls::get(UrlId id, Url& url) const {
  url.citing.clear();
  url.terms.clear();
  url.seen.clear();
  if (!contains(id)) {
    static_cast<Head&>(url) = {};
    return false;
  }
  const char* at = packed_[index(id)].get();
  static_cast<Head&>(url) = take_plain<Head>(at);
  for (std::uint64_t left = take_varint(at); left > 0; --left) {
    const auto page = static_cast<std::uint32_t>(take_varint(at));
    url.citing.push_back({page, static_cast<Yields::ListId>(take_varint(at))});
  }
  std::uint32_t term = 0;
  for (std::uint64_t left = take_varint(at); left > 0; --left)
    url.terms.push_back(term += static_cast<std::uint32_t>(take_varint(at)));
  for (std::uint64_t left = take_varint(at); left > 0; --left)
    url.seen.push_back(take_plain<std::uint32_t>(at));
  return true;
}

void OpenUrls::put(UrlId id, const Url& url) {
  assert(id > 0 && std::is_sorted(url.terms.begin(), url.terms.end()));
  buffer_.clear();
  append_plain(static_cast<const Head&>(url), buffer_);
  append_varint(url.citing.size(), buffer_);
  for (const Citing& citing : url.citing) {
    append_varint(citing.page, buffer_);
    append_varint(citing.list, buffer_);
  }
  append_varint(url.terms.size(), buffer_);
  std::uint32_t before = 0;
  for (const std::uint32_t term : url.terms) {
    append_varint(term - before, buffer_);
    before = term;
  }
  append_varint(url.seen.size(), buffer_);
  for (const std::uint32_t hash : url.seen) append_plain(hash, buffer_);
  if (index(id) >= packed_.size()) packed_.resize(index(id) + 1);
  if (!packed_[index(id)]) ++size_;
  packed_[index(id)] = copy_of(buffer_);
}

void OpenUrls::erase(UrlId id) {
  if (!contains(id)) return;
  packed_[index(id)].reset();
  --size_;
}

void OpenUrls::for_each(const std::function<void(UrlId)>& visit) const {
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    if (packed_[i]) visit(static_cast<UrlId>(i + 1));
  }
}

void OpenUrls::save(StateWriter& writer) const {
  writer.number(packed_.size());
  for (const auto& packed : packed_)
    writer.text(packed ? std::string_view(packed.get(), size_of(packed.get()))
                       : std::string_view());
}

void OpenUrls::load(StateReader& reader) {
  packed_.clear();
  size_ = 0;
  for (std::uint64_t left = reader.number(); left > 0 && !reader.failed(); --left) {
    const std::string packed = reader.text();
    packed_.push_back(packed.empty() ? nullptr : copy_of(packed));
    if (!packed.empty()) ++size_;
  }
}

}  // namespace porthole::gatherer
