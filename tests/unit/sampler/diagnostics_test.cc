// Reference values: R 4.2 with coda 0.19-4 (spectrum0.ar, geweke.diag) and posterior 1.4.0
// (rhat_basic, ess_basic), over the same chains, to all digits that they print.
#include <gtest/gtest.h>

#include <cmath>

#include "sampler/mixing.h"

namespace porthole::sampler {
namespace {

/// x_i = phi x_(i-1) + u_i - 1/2 + shift, with u from s_i = 171 s_(i-1) mod 30269: exact in R's
/// doubles, too.
std::vector<double> chain(int seed, int n, double phi, double shift = 0) {
  std::vector<double> values;
  double last = 0;
  for (int i = 0; i < n; ++i) {
    seed = seed * 171 % 30269;
    last = phi * last + seed / 30269.0 - 0.5;
    values.push_back(last + shift);
  }
  return values;
}

TEST(DiagnosticsTest, SpectrumAtZeroIsThatOfCoda) {
  EXPECT_NEAR(spectrum_at_zero(chain(1, 500, 0.6)), 0.5387761541, 1e-9);
  EXPECT_NEAR(spectrum_at_zero(chain(2, 500, 0.6)), 0.4504614338, 1e-9);
  EXPECT_NEAR(spectrum_at_zero(chain(5, 400, 0.95)), 21.5272864545, 1e-7);
  EXPECT_NEAR(spectrum_at_zero(chain(6, 400, -0.5)), 0.0323325466, 1e-9);
}

TEST(DiagnosticsTest, GewekeIsThatOfCoda) {
  EXPECT_NEAR(geweke_z(chain(1, 500, 0.6)), -0.8519289033, 1e-8);
  EXPECT_NEAR(geweke_z(chain(2, 500, 0.6)), -0.0532605973, 1e-8);
  EXPECT_NEAR(geweke_z(chain(5, 400, 0.95)), -1.1083679407, 1e-8);
  EXPECT_NEAR(geweke_z(chain(6, 400, -0.5)), -1.8530969947, 1e-8);
}

TEST(DiagnosticsTest, SplitRHatIsThatOfPosterior) {
  const Chains three = {chain(1, 500, 0.6), chain(2, 500, 0.6), chain(3, 500, 0.6)};
  EXPECT_NEAR(split_r_hat(three), 1.0037324718, 1e-9);
  Chains four = three;
  four.push_back(chain(4, 500, 0.6, 0.3));
  EXPECT_NEAR(split_r_hat(four), 1.0772248226, 1e-9);
  EXPECT_NEAR(split_r_hat({chain(6, 400, -0.5)}), 0.9986921219, 1e-9);
}

TEST(DiagnosticsTest, EffectiveSizeIsThatOfPosterior) {
  const Chains three = {chain(1, 500, 0.6), chain(2, 500, 0.6), chain(3, 500, 0.6)};
  EXPECT_NEAR(effective_size(three), 432.8135392502, 1e-6);
  Chains four = three;
  four.push_back(chain(4, 500, 0.6, 0.3));
  EXPECT_NEAR(effective_size(four), 47.9677100345, 1e-6);
  EXPECT_NEAR(effective_size({chain(5, 400, 0.95)}), 16.0857945250, 1e-6);
  EXPECT_NEAR(effective_size({chain(6, 400, -0.5)}), 948.7799033575, 1e-6);
}

// By hand: halves (0, 2), (2, 4), (2, 4), (4, 6) have the means 1, 3, 3, 5 and the variance 2 each,
// so W = 2, the variance of the means is 8/3, var+ = 1/2 * 2 + 8/3 = 11/3, and R-hat = sqrt(11/6).
TEST(DiagnosticsTest, SplitRHatWorkedOutByHand) {
  EXPECT_NEAR(split_r_hat({{0, 2, 2, 4}, {2, 4, 4, 6}}), std::sqrt(11.0 / 6), 1e-12);
}

TEST(DiagnosticsTest, WalksThatNeverMeetAreInfinitelyFarApart) {
  const std::vector<double> here(50, 0.0), there(50, 1.0);
  EXPECT_TRUE(std::isinf(split_r_hat({here, there})));
  EXPECT_EQ(split_r_hat({here, here}), 1);
  EXPECT_LT(effective_size({here, there}), 8);
  EXPECT_EQ(geweke_z(here), 0);
}

}  // namespace
}  // namespace porthole::sampler
