/** Squares of a middle grey behind pictures, on which both black and white ones with no ground of their own show. */
export const transparentLook =
  'bg-[repeating-conic-gradient(oklch(0.72_0_0)_0_25%,oklch(0.78_0_0)_0_50%)] bg-size-[20px_20px]';
