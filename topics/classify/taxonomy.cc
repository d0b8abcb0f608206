#include "topics/classify/taxonomy.h"

#include <algorithm>

namespace porthole::topics {
namespace {

bool is_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         std::none_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte < 0x20 || byte == 0x7f || c == '/';
         });
}

}  // namespace

std::string_view mark_name(Mark mark) {
  switch (mark) {
    case Mark::kNull:
      return "null";
    case Mark::kGood:
      return "good";
    case Mark::kPath:
      return "path";
    case Mark::kSubsumed:
      return "subsumed";
  }
  return "null";
}

Taxonomy::Taxonomy(std::string title) {
  topics_.emplace_back();
  topics_.front().title = std::move(title);
}

Result<TopicId> Taxonomy::add(TopicId parent, std::string_view name, std::string_view title) {
  if (!is_name(name)) {
    return fail(ErrorCode::kInvalid, "a topic is named \"" + std::string(name) + "\"",
                "give it a name without \"/\" and control characters, other than \"..\"");
  }
  const Topic& above = topics_[parent];
  Topic topic;
  topic.path = above.path.empty() ? std::string(name) : above.path + '/' + std::string(name);
  if (by_path_.contains(topic.path)) {
    return fail(ErrorCode::kInvalid, "topic \"" + topic.path + "\" is there twice",
                "give one of them another name, or put their examples together");
  }
  if (topics_.size() >= kMostTopics) {
    return fail(ErrorCode::kInvalid,
                "the taxonomy has more than " + std::to_string(kMostTopics) + " topics");
  }
  topic.parent = parent;
  topic.name = name;
  topic.title = title;
  if (above.mark == Mark::kGood || above.mark == Mark::kSubsumed) topic.mark = Mark::kSubsumed;
  const auto id = static_cast<TopicId>(topics_.size());
  by_path_.emplace(topic.path, id);
  topics_.push_back(std::move(topic));
  topics_[parent].children.push_back(id);
  return id;
}

Result<void> Taxonomy::mark_good(const std::vector<TopicId>& good) {
  std::vector<Mark> marks(topics_.size(), Mark::kNull);
  for (const TopicId id : good) marks[id] = Mark::kGood;
  for (const TopicId id : good) {
    for (TopicId above = id; above != kRootTopic;) {
      above = topics_[above].parent;
      if (marks[above] == Mark::kGood) {
        const std::string higher =
            above == kRootTopic ? "the root" : '"' + topics_[above].path + '"';
        return fail(ErrorCode::kInvalid,
                    higher + " is good, and so is \"" + topics_[id].path + "\" below it",
                    "mark one of the two");
      }
      marks[above] = Mark::kPath;
    }
  }
  for (std::size_t id = 0; id < topics_.size(); ++id) {
    const Mark above = id == 0 ? Mark::kNull : marks[topics_[id].parent];
    if (above == Mark::kGood || above == Mark::kSubsumed) marks[id] = Mark::kSubsumed;
    topics_[id].mark = marks[id];
  }
  return {};
}

std::optional<TopicId> Taxonomy::find(std::string_view path) const {
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return kRootTopic;
  const auto found = by_path_.find(std::string(path));
  return found == by_path_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<TopicId> Taxonomy::good() const {
  std::vector<TopicId> out;
  for (std::size_t id = 0; id < topics_.size(); ++id) {
    if (topics_[id].mark == Mark::kGood) out.push_back(static_cast<TopicId>(id));
  }
  return out;
}

std::vector<TopicId> Taxonomy::shown() const {
  std::vector<TopicId> out;
  for (std::size_t id = 0; id < topics_.size(); ++id) {
    if (topics_[id].shown) out.push_back(static_cast<TopicId>(id));
  }
  return out;
}

bool Taxonomy::can_be_learned() const {
  std::vector<bool> has_examples(topics_.size(), false);
  std::vector<int> taught_children(topics_.size(), 0);
  // Children come after their parents.
  for (std::size_t id = topics_.size(); id-- > 0;) {
    if (taught_children[id] >= 2) return true;
    has_examples[id] = taught_children[id] > 0 || !topics_[id].examples.empty();
    if (id != kRootTopic && has_examples[id]) ++taught_children[topics_[id].parent];
  }
  return false;
}

bool Taxonomy::is_within(TopicId node, TopicId ancestor) const {
  // A parent's number is smaller than its children's.
  while (node > ancestor) node = topics_[node].parent;
  return node == ancestor;
}

}  // namespace porthole::topics
