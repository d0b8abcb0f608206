#include "parser/html/tidy_arena.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "plugins/host/worker_process.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kChunkBytes = 1u << 20;
constexpr std::size_t kKeptChunks = 8;
constexpr std::size_t kLeastBytes = 16;

using Chunks = std::vector<std::unique_ptr<char[]>>;

/// Chunks kept for the thread's next arena.
Chunks& spare_chunks() {
  thread_local Chunks spare;
  return spare;
}

/// The size class: 0 for up to 16 bytes, 1 for up to 32, ...
std::size_t class_of(std::size_t bytes) {
  return static_cast<std::size_t>(std::bit_width((std::max(bytes, kLeastBytes) - 1) / kLeastBytes));
}

}  // namespace

/// Header in front of the bytes returned to tidy.
struct alignas(std::max_align_t) TidyArena::Block {
  std::size_t bytes = 0;       ///< Usable size.
  Block* next = nullptr;       ///< In a free list, or in the list of large blocks.
  Block** previous = nullptr;  ///< The pointer to this large block; null for a small one.

  void* data() { return this + 1; }
  static Block* of(void* data) { return static_cast<Block*>(data) - 1; }
};

TidyArena::TidyArena() {
  static const TidyAllocatorVtbl functions = {allocate, reallocate, release, panic};
  hook_.base.vtbl = &functions;
  hook_.arena = this;
}

TidyArena::~TidyArena() {
  while (large_ != nullptr) std::free(std::exchange(large_, large_->next));
  Chunks& spare = spare_chunks();
  for (auto& chunk : chunks_) {
    if (spare.size() < kKeptChunks) spare.push_back(std::move(chunk));
  }
}

char* TidyArena::bump(std::size_t bytes) {
  if (static_cast<std::size_t>(end_ - at_) < bytes) {
    Chunks& spare = spare_chunks();
    if (spare.empty()) {
      chunks_.emplace_back(new char[kChunkBytes]);
    } else {
      chunks_.push_back(std::move(spare.back()));
      spare.pop_back();
    }
    at_ = chunks_.back().get();
    end_ = at_ + kChunkBytes;
  }
  return std::exchange(at_, at_ + bytes);
}

TidyArena::Block* TidyArena::take(std::size_t bytes) {
  const std::size_t size_class = class_of(bytes);
  if (size_class >= kClasses) return take_large(bytes);
  if (Block* block = free_[size_class]) {
    free_[size_class] = block->next;
    return block;
  }
  const std::size_t usable = kLeastBytes << size_class;
  auto* block = new (bump(sizeof(Block) + usable)) Block;
  block->bytes = usable;
  return block;
}

TidyArena::Block* TidyArena::take_large(std::size_t bytes) {
  void* memory = std::malloc(sizeof(Block) + bytes);
  if (memory == nullptr) panic(&hook_.base, "out of memory");
  auto* block = new (memory) Block{bytes, large_, &large_};
  if (large_ != nullptr) large_->previous = &block->next;
  large_ = block;
  return block;
}

void TidyArena::give_back(Block* block) {
  if (block->previous == nullptr) {
    Block*& list = free_[class_of(block->bytes)];
    block->next = std::exchange(list, block);
    return;
  }
  *block->previous = block->next;
  if (block->next != nullptr) block->next->previous = block->previous;
  std::free(block);
}

void* TidyArena::allocate(TidyAllocator* self, std::size_t bytes) {
  return of(self).take(bytes)->data();
}

void* TidyArena::reallocate(TidyAllocator* self, void* data, std::size_t bytes) {
  if (data == nullptr) return allocate(self, bytes);
  Block* block = Block::of(data);
  if (block->bytes >= bytes) return data;
  Block* larger = of(self).take(bytes);
  std::memcpy(larger->data(), data, block->bytes);
  of(self).give_back(block);
  return larger->data();
}

void TidyArena::release(TidyAllocator* self, void* data) {
  if (data != nullptr) of(self).give_back(Block::of(data));
}

void TidyArena::panic(TidyAllocator*, ctmbstr) { std::_Exit(plugins::kExitOutOfMemory); }

}  // namespace porthole::parser
