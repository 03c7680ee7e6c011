/** A screen of ours: letters, digits and what URLs of ours are made of; no host, no backslash, no way out. */
const ownScreen = /^\/app\/[\w@.~/-]*(\?[\w@.~/%=&+,-]*)?$/;

/** Where to go after signing in: the wanted page when it is one of ours, else `fallback`. */
export function returnPath(wanted: string | null | undefined, fallback: string): string {
  if (!wanted || !ownScreen.test(wanted)) return fallback;
  const { origin, pathname } = new URL(wanted, 'http://own');
  const isOwn = origin === 'http://own' && pathname.startsWith('/app/');
  return isOwn && pathname !== '/app/login' ? wanted : fallback;
}
