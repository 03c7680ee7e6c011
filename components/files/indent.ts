/** Deep folders stop moving right, or names would have no room on a phone. */
export const indentOf = (depth: number) => `${8 + Math.min(depth, 4) * 28}px`;
