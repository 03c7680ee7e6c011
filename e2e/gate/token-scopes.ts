import type { ErrorCode } from '@/lib/contract/errors';
import type { Credential } from './credentials';

/** Access tokens that are still valid: the scope of each, and for whom it speaks. */
const tokens: Partial<Record<Credential, { scope: string; speaksFor: Credential }>> = {
  uploadToken: { scope: 'upload', speaksFor: 'owner' },
  readToken: { scope: 'read', speaksFor: 'owner' },
  manageToken: { scope: 'manage', speaksFor: 'owner' },
  adminToken: { scope: 'admin', speaksFor: 'admin' },
};

/** By whose rights a request is judged: people by their own, tokens by those of their owner. */
export const speakerOf = (who: Credential): Credential => tokens[who]?.speaksFor ?? who;

/** Written here once more, apart from the product, so that a mistake there shows. The first line that fits counts. */
const needed: [key: RegExp, scope: string][] = [
  [/ \/api\/v2\/sec\/auth\//, 'nobody'],
  [/ \/api\/v2\/sec\/settings\/(session|password|token|email)/, 'nobody'],
  [/ \/api\/v2\/admin\//, 'admin'],
  [/ (\/api\/v2\/sec\/upload|\/u$|\/u\/\{name\})/, 'upload'],
  [/^(GET|HEAD) \/api\/v2\/sec\/|^POST \/api\/v2\/sec\/share\/\{id\}\/zip$/, 'read'],
  [/^(POST|DELETE) \/api\/v2\/sec\//, 'manage'],
];

/** What is refused for the token's own sake, before anybody asks whose it is. */
export function scopeVerdict(key: string, who: Credential): ErrorCode | null {
  const token = tokens[who];
  const scope = needed.find(([pattern]) => pattern.test(key))?.[1];
  if (!token || !scope) return null;
  if (scope === 'nobody') return 'token.notAllowed';
  return scope === token.scope ? null : 'token.scopeMissing';
}

/** Pages are for people: a request with an access token counts as signed out. */
export const isToken = (who: Credential): boolean => who in tokens;
