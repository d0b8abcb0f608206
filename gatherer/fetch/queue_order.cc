#include "gatherer/fetch/queue_order.h"

#include <algorithm>
#include <vector>

#include "base/text/text.h"

namespace porthole::gatherer {

QueueOrder::QueueOrder() {
  add({Field::kTries, false});
  add({Field::kRelevance, true});
  add({Field::kLoad, false});
}

QueueOrder QueueOrder::by_relevance() {
  QueueOrder order;
  order.size_ = 0;
  order.keys_ = {};
  order.add({Field::kTries, false});
  order.add({Field::kRelevance, true});
  return order;
}

std::string_view QueueOrder::name(Field field) {
  switch (field) {
    case Field::kTries:
      return "tries";
    case Field::kRelevance:
      return "relevance";
    case Field::kLoad:
      return "load";
    case Field::kHops:
      return "hops";
  }
  return "";
}

double QueueOrder::value(const Waiting& waiting, Field field) {
  switch (field) {
    case Field::kTries:
      return waiting.tries;
    case Field::kRelevance:
      return waiting.relevance;
    case Field::kLoad:
      return waiting.load;
    case Field::kHops:
      return waiting.hops;
  }
  return 0;
}

Result<QueueOrder> QueueOrder::parse(std::string_view text) {
  static const std::vector<std::string> names = {"tries", "relevance", "load", "hops"};
  static constexpr Field fields[] = {Field::kTries, Field::kRelevance, Field::kLoad, Field::kHops};
  QueueOrder order;
  order.size_ = 0;
  order.keys_ = {};
  for (const std::string_view part : split(text, ',')) {
    std::vector<std::string_view> words;
    for (const std::string_view word : split(trim(part), ' ')) {
      if (!word.empty()) words.push_back(word);
    }
    const auto found =
        words.empty() ? names.end() : std::find(names.begin(), names.end(), words[0]);
    const bool directed = words.size() == 2 && (words[1] == "asc" || words[1] == "desc");
    if (found == names.end() || (words.size() != 1 && !directed)) {
      return fail(ErrorCode::kInvalid,
                  "a queue cannot be ordered by \"" + std::string(trim(part)) + "\"",
                  "known: tries, relevance, load, hops, each with asc or desc: \"" +
                      QueueOrder().text() + "\"");
    }
    const Field field = fields[found - names.begin()];
    const auto end = order.keys_.begin() + static_cast<std::ptrdiff_t>(order.size_);
    if (std::any_of(order.keys_.begin(), end, [&](const Key& key) { return key.field == field; })) {
      return fail(ErrorCode::kInvalid, "the queue's order names \"" + *found + "\" twice",
                  "name it once");
    }
    order.add({field, directed ? words[1] == "desc" : field == Field::kRelevance});
  }
  return order;
}

std::string QueueOrder::text() const {
  std::string text;
  for (std::size_t i = 0; i < size_; ++i) {
    const Key& key = keys_[i];
    if (!text.empty()) text += ", ";
    text.append(name(key.field)).append(key.descending ? " desc" : " asc");
  }
  return text;
}

bool QueueOrder::before(const Waiting& a, const Waiting& b) const {
  if (a.precedence != b.precedence) return a.precedence > b.precedence;
  for (std::size_t i = 0; i < size_; ++i) {
    const Key& key = keys_[i];
    const double left = value(a, key.field);
    const double right = value(b, key.field);
    if (left != right) return key.descending ? left > right : left < right;
  }
  return a.id < b.id;
}

}  // namespace porthole::gatherer
