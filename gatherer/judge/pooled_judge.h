#pragma once

/// The PageJudge of a topic that has words of its own and a classifier: a linear opinion pool of
/// both, in which the classifier weighs the more, the more examples it was trained on.
///
///   R(d) = (1 - lambda) W(d) + lambda C(d),    lambda = m / (m + t),    m = 4 g o / (g + o)
///
/// where W(d) is the relevance by the topic's own words (topics/text/text_relevance.h), C(d) that
/// by the classifier (classifier_judge.h), g and o are the numbers of examples of the good topics
/// and of the others, and t is the number of the topic's terms besides its title: a term weighs as
/// much as an example. m is twice the harmonic mean of g and o: g + o when both are equal, and
/// never above 4 g, so that a thousand examples of other topics do not stand for those of the
/// wanted one. A page is relevant if R(d) >= 0.5.
///
/// The pool of a few examples and ten words is a better probability than either:
/// labs/results/experiments.md, "Few examples".
///
/// Source: M. Stone, "The Opinion Pool", Annals of Mathematical Statistics 32, 1961 (the linear
/// pool); the form of lambda is that of the credibility of n observations, n / (n + k), H.
/// Buhlmann, "Experience Rating and Credibility", ASTIN Bulletin 4, 1967. Thread safety: as
/// PageJudge.

#include <cstddef>
#include <memory>

#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"
#include "topics/classify/taxonomy.h"

namespace porthole::gatherer {

/// t: the terms of `topic` that are not its title, as the name of a folder may be.
std::size_t terms_besides_title(const collection::Topic& topic);

/// lambda, in [0, 1]: the weight, beside `terms` words, of a classifier trained on the examples of
/// `taxonomy`, by its marks. 0 if the good topics, or the others, have no examples.
double weight_of_classifier(const topics::Taxonomy& taxonomy, std::size_t terms);

/// The judge by the words of `topic` and `classifier`; topics and their probabilities are those of
/// the classifier, but that a relevant page whose best leaf is not wanted has the most probable
/// good topic. `examples` has the examples by topic, for lambda; it is copied. Requires:
/// `classifier` is not null and has a taxonomy.
std::unique_ptr<PageJudge> make_pooled_judge(const collection::Topic& topic,
                                             std::unique_ptr<PageJudge> classifier,
                                             const topics::Taxonomy& examples);

}  // namespace porthole::gatherer
