const longest = 2048;

/**
 * Where to go after signing in, out of a value that anyone may have put into a link: a path to one of our screens,
 * or null. Nothing that a browser could read as another site, and not the login page itself.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > longest) return null;
  if (!/^\/app(?:[/?#]|$)/.test(given)) return null;
  if (/\\|\/\/|\p{Cc}/u.test(given)) return null;
  const [path = ''] = given.split(/[?#]/, 1);
  const climbs = path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  return climbs || /^\/app\/login\/?$/.test(path) ? null : given;
}
