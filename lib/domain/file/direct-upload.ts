/** Smaller files gain nothing: each part costs a request of its own, and what arrives is read back. */
export const directBytes = 32 * 1024 ** 2;

/** Of one request for signed addresses. */
export const directPartsAtOnce = 100;

/** Of an upload whose client may put it straight into the bucket: bytes of each part but the last. */
export const directPartHeader = 'Slipway-Direct-Part';
