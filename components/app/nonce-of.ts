export const nonceOf = (headers: Pick<Headers, 'get'>): string | undefined =>
  headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1];
