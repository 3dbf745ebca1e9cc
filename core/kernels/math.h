// Elementary functions made of plain IEEE operations only: no libm, no fused
// multiply-add. The digits are therefore the same on every target, and the
// scalar form gives exactly what a lane of the vector form gives.
//
// Each is overloaded for float, double, Lanes<float> and Lanes<double>.
//   exp, log        <= 2 ulp (float), about 1e-15 relative (double)
//   tanh, sigmoid   <= 3 ulp; tanh is odd and accurate near 0; both saturate
//   erf             <= 3 ulp (float), about 1e-15 (double)
//   sin, cos        <= 1 ulp (float), about 1e-15 (double) for |x| <= 1e5;
//                   finite and within [-1, 1] for every finite x
//   pow_pos         base >= 0: exp(exponent * log(base)), in double inside
//   square_root     correctly rounded (IEEE)
// Infinities, zeros and NaN do what the C library does. (The sign and payload
// of a NaN are the one thing IEEE and WASM leave open.)
#ifndef CORE_KERNELS_MATH_H_
#define CORE_KERNELS_MATH_H_

#include "core/kernels/erf.h"
#include "core/kernels/exp.h"
#include "core/kernels/log.h"
#include "core/kernels/pow.h"
#include "core/kernels/sin.h"
#include "core/kernels/tanh.h"

#endif  // CORE_KERNELS_MATH_H_
