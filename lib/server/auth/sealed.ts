import 'server-only';
import { decode, encode } from 'next-auth/jwt';
import { BoundedMap } from '@/lib/server/bounded-map';
import { config } from '@/lib/server/config';

/** Each purpose has its own key, so that no sealed value passes for another. */
type SealPurpose = 'session' | 'visit' | 'visitKey' | 'password' | 'probe' | 'ending' | 'recipient' | 'inbox';
export const visitMs = 4 * 3600 * 1000;

type SealedClaims = Record<string, string | number>;

/**
 * Encrypts and signs claims (JWE, A256GCM) in a text that fits into a header or cookie. NextAuth seals its cookie the
 * same way, for the purpose 'session'.
 */
export const seal = (purpose: SealPurpose, claims: SealedClaims, until: Date, now: Date): Promise<string> =>
  encode({
    token: { ...claims, until: until.getTime() },
    secret: secret(),
    salt: saltOf(purpose),
    // The container's own age runs by the wall clock; `until` is what counts.
    maxAge: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  });

/** Returns null for a text that is forged, garbled, expired or of another purpose. */
export async function unseal(purpose: SealPurpose, text: string, now: Date): Promise<SealedClaims | null> {
  const claims = openedCache.get(keyOf(purpose, text)) ?? (await decrypt(purpose, text));
  if (!claims || Number(claims.exp) * 1000 <= Date.now()) return null;
  return Number(claims.until) > now.getTime() ? claims : null;
}

/** Saves decrypting, the largest cost of a small request. Whether a session still counts is looked up each time. */
const openedCache = new BoundedMap<string, SealedClaims>(2_000);

const keyOf = (purpose: SealPurpose, text: string) => `${purpose} ${text} ${secret()}`;

async function decrypt(purpose: SealPurpose, text: string): Promise<SealedClaims | null> {
  const claims = await decode({ token: text, secret: secret(), salt: saltOf(purpose) }).catch(() => null);
  if (!claims) return null;
  openedCache.set(keyOf(purpose, text), claims as SealedClaims);
  return claims as SealedClaims;
}

const saltOf = (purpose: SealPurpose) => (purpose === 'session' ? '' : purpose);

function secret(): string {
  const { AUTH_SECRET } = config();
  if (!AUTH_SECRET) throw new Error('AUTH_SECRET is missing: start through npm start or npm run dev.');
  return AUTH_SECRET;
}
