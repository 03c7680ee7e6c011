/** Set by `npm run test:long`: tests use real sizes and counts, and every combination. */
export const isLong = process.env.SLIPWAY_LONG === '1';
