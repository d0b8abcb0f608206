#include "sampler/distributions.h"

#include <gsl/gsl_cdf.h>

namespace porthole::sampler {

double chi_square_above(double x, double degrees) { return gsl_cdf_chisq_Q(x, degrees); }
double normal_quantile(double p) { return gsl_cdf_ugaussian_Pinv(p); }
double normal_below(double z) { return gsl_cdf_ugaussian_P(z); }
double student_quantile(double p, double degrees) { return gsl_cdf_tdist_Pinv(p, degrees); }

}  // namespace porthole::sampler
