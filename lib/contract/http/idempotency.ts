/** From draft-ietf-httpapi-idempotency-key-header. Separate from `names.ts`, because one page needs it. */
export const idempotencyHeader = 'Idempotency-Key';
