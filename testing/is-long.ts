/** Whether tests take the real thing, in size, number or every combination: `npm run test:long` says so. */
export const isLong = process.env.SLIPWAY_LONG === '1';
