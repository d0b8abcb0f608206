#pragma once

/// TidyArena: an arena allocator for one tidy document.
///
/// tidy allocates hundreds of thousands of small blocks for a page, and tidyRelease traverses the
/// tree to free each node. With an arena an allocation takes a few instructions, and destroying the
/// arena replaces tidyRelease. Blocks that tidy frees while parsing are reused.
///
/// When memory is exhausted, the process ends with exit code kExitOutOfMemory
/// (plugins/host/worker_process.h).
/// Thread safety: none; each thread reuses the chunks of its previous arena.

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

  /// For tidyCreateWithAllocator. The document must not be used after the arena is destroyed;
  /// tidyRelease is not needed.
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
  Block* large_ = nullptr;  ///< Linked list of blocks with memory of their own.
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* at_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace porthole::parser
