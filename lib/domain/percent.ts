/** Whole percent of what is there; nothing to do counts as done, and 100 is only said when it is true. */
export function percent(part: number, whole: number): number {
  if (whole <= 0 || part >= whole) return 100;
  return Math.max(0, Math.min(99, Math.round((part / whole) * 100)));
}
