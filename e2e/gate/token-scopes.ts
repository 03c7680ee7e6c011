import type { ErrorCode } from '@/lib/contract/errors';
import type { Credential } from './credentials';

const tokens: Partial<Record<Credential, { scope: string; speaksFor: Credential }>> = {
  uploadToken: { scope: 'upload', speaksFor: 'owner' },
  readToken: { scope: 'read', speaksFor: 'owner' },
  manageToken: { scope: 'manage', speaksFor: 'owner' },
  adminToken: { scope: 'admin', speaksFor: 'admin' },
};

export const speakerOf = (who: Credential): Credential => tokens[who]?.speaksFor ?? who;

/** Repeated here independently of the product, so that mistakes there show. The first match counts. */
const needed: [key: RegExp, scope: string][] = [
  [/ \/api\/v2\/sec\/auth\//, 'nobody'],
  [/ \/api\/v2\/sec\/settings\/(?!preferences$|usage$)/, 'nobody'],
  [/ \/api\/v2\/admin\//, 'admin'],
  [/ (\/api\/v2\/sec\/upload|\/u$|\/u\/\{name\})/, 'upload'],
  [/^(GET|HEAD) \/api\/v2\/sec\/|^POST \/api\/v2\/sec\/share\/\{id\}\/zip$/, 'read'],
  [/^(POST|DELETE) \/api\/v2\/sec\//, 'manage'],
];

/** Refusals because of the scope, before rights are checked. */
export function scopeVerdict(key: string, who: Credential): ErrorCode | null {
  const token = tokens[who];
  const scope = needed.find(([pattern]) => pattern.test(key))?.[1];
  if (!token || !scope) return null;
  if (scope === 'nobody') return 'token.notAllowed';
  return scope === token.scope ? null : 'token.scopeMissing';
}

export const isToken = (who: Credential): boolean => who in tokens;
