/** As the IETF's draft-ietf-httpapi-idempotency-key-header has it. Not among the other names: one page alone needs it. */
export const idempotencyHeader = 'Idempotency-Key';
