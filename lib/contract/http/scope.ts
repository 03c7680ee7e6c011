export const scopes = ['upload', 'read', 'manage', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Tokens may not sign in or out, nor set how people get in: of the settings they have two. */
const peopleOnly = /^\/api\/v2\/sec\/(auth|settings)\//;
const ofTokens = /^\/api\/v2\/sec\/settings\/(preferences|usage)$/;

const uploading = /^(\/api\/v2\/sec\/upload|\/u)(\/|$)/;

const reading = ['GET', 'HEAD'];

const packing = /^\/api\/v2\/sec\/share\/[^/]+\/zip$/;

/** Returns the scope that an access token needs for a call; null when tokens can't make it. */
export function scopeOf({ method, path }: { method: string; path: string }): Scope | null {
  if (path.startsWith('/api/v2/admin/')) return 'admin';
  if (peopleOnly.test(path) && !ofTokens.test(path)) return null;
  if (uploading.test(path)) return 'upload';
  return reading.includes(method) || packing.test(path) ? 'read' : 'manage';
}
