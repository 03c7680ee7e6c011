/** The nonce by which the policy of this page lets its own scripts run. */
export const nonceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
