/** One international foot and one international nautical mile. */
export const metresPerFoot = 0.3048;
export const metresPerNauticalMile = 1852;

export const mpsPerKnot = metresPerNauticalMile / 3600;
export const mpsPerFootPerMinute = metresPerFoot / 60;
