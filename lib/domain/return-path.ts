const maxLength = 2048;

/**
 * Checks an untrusted path to return to after signing in. Returns null unless it is a screen of this product,
 * never another site or the login page.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxLength) return null;
  if (!/^\/app(?:[/?#]|$)/.test(given)) return null;
  if (/\\|\/\/|\p{Cc}/u.test(given)) return null;
  const [path = ''] = given.split(/[?#]/, 1);
  const climbs = path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  return climbs || /^\/app\/login\/?$/.test(path) ? null : given;
}
