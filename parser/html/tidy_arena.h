#pragma once

/// Memory for one tidy document: handed out from large chunks, given back all at once.
///
/// tidy makes and frees hundreds of thousands of small blocks a page, and tidyRelease walks its
/// whole tree to free each node. With an arena a block costs a few instructions, and dropping the
/// arena takes the place of tidyRelease. Blocks that tidy frees while it parses are used again.
///
/// When memory ends, the process ends with exit code kExitOutOfMemory (plugins/host/worker_process.h).
/// Thread safety: none; chunks of the last arena of a thread are kept for its next one.

#include <tidy.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace porthole::parser {

class TidyArena {
 public:
  TidyArena();
  ~TidyArena();
  TidyArena(const TidyArena&) = delete;
  TidyArena& operator=(const TidyArena&) = delete;

  /// For tidyCreateWithAllocator. The document must not be used after the arena is gone, and need
  /// not be released.
  TidyAllocator* allocator() { return &hook_.base; }

 private:
  struct Block;
  struct Hook {
    TidyAllocator base;
    TidyArena* arena;
  };

  static void* TIDY_CALL allocate(TidyAllocator* self, std::size_t bytes);
  static void* TIDY_CALL reallocate(TidyAllocator* self, void* block, std::size_t bytes);
  static void TIDY_CALL release(TidyAllocator* self, void* block);
  static void TIDY_CALL panic(TidyAllocator* self, ctmbstr message);
  static TidyArena& of(TidyAllocator* self) { return *reinterpret_cast<Hook*>(self)->arena; }

  Block* take(std::size_t bytes);
  Block* take_large(std::size_t bytes);
  void give_back(Block* block);
  char* bump(std::size_t bytes);

  static constexpr std::size_t kClasses = 12;  ///< Blocks of 16, 32, 64, ... 32768 bytes.

  Hook hook_;
  std::array<Block*, kClasses> free_{};
  Block* large_ = nullptr;  ///< Blocks with memory of their own, linked.
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace porthole::parser
