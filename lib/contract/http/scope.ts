/** What an access token may be good for. */
export const scopes = ['upload', 'read', 'manage', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** How people get in, and where their mails go, is decided by people: no token signs in, out, or makes another one. */
const peopleOnly = /^\/api\/v2\/sec\/(auth|settings\/(session|password|token|email))(\/|$)/;

const uploading = /^(\/api\/v2\/sec\/upload|\/u)(\/|$)/;

const reading = ['GET', 'HEAD'];

/** A long choice of files comes as a form. */
const packing = /^\/api\/v2\/sec\/share\/[^/]+\/zip$/;

/** The scope that lets an access token make a call of somebody who is signed in; null where none does. */
export function scopeOf({ method, path }: { method: string; path: string }): Scope | null {
  if (path.startsWith('/api/v2/admin/')) return 'admin';
  if (peopleOnly.test(path)) return null;
  if (uploading.test(path)) return 'upload';
  return reading.includes(method) || packing.test(path) ? 'read' : 'manage';
}
