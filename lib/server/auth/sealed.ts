import 'server-only';
import { decode, encode } from 'next-auth/jwt';
import { BoundedMap } from '@/lib/server/bounded-map';
import { config } from '@/lib/server/config';

/** What a sealed value is for. Each purpose has a key of its own, so none passes for another. */
type Purpose = 'session' | 'visit' | 'visitKey' | 'password' | 'probe' | 'ending' | 'recipient' | 'inbox';
/** How long a visit lasts, and a proof of the password with it. */
export const visitMs = 4 * 3600 * 1000;

type Claims = Record<string, string | number>;

/**
 * Encrypts and signs claims (JWE, A256GCM) until `until`. The text fits into a header and a cookie.
 * NextAuth's cookie is sealed the same way with the purpose 'session' (auth/next-auth.ts).
 */
export const seal = (purpose: Purpose, claims: Claims, until: Date, now: Date): Promise<string> =>
  encode({
    token: { ...claims, until: until.getTime() },
    secret: secret(),
    salt: saltOf(purpose),
    // The container's own age runs by the wall clock; `until` is what counts.
    maxAge: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  });

/** The claims, or null when the text is forged, garbled, of another purpose or over. */
export async function unseal(purpose: Purpose, text: string, now: Date): Promise<Claims | null> {
  const claims = opened.get(keyOf(purpose, text)) ?? (await open(purpose, text));
  if (!claims || Number(claims.exp) * 1000 <= Date.now()) return null;
  return Number(claims.until) > now.getTime() ? claims : null;
}

/**
 * What was opened lately, as opening costs more than all else that a small request asks for. It says only what the text
 * says; whether that still counts is looked up each time.
 */
const opened = new BoundedMap<string, Claims>(2_000);

const keyOf = (purpose: Purpose, text: string) => `${purpose} ${text} ${secret()}`;

async function open(purpose: Purpose, text: string): Promise<Claims | null> {
  const claims = await decode({ token: text, secret: secret(), salt: saltOf(purpose) }).catch(() => null);
  if (!claims) return null;
  opened.set(keyOf(purpose, text), claims as Claims);
  return claims as Claims;
}

/** NextAuth gives no salt for its own cookie. */
const saltOf = (purpose: Purpose) => (purpose === 'session' ? '' : purpose);

function secret(): string {
  const { AUTH_SECRET } = config();
  if (!AUTH_SECRET) throw new Error('AUTH_SECRET is missing: start through npm start or npm run dev.');
  return AUTH_SECRET;
}
