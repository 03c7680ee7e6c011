type SignInConfig<Provider> = {
  oauthOnly: boolean;
  oauthAutoRedirect: boolean;
  oauthConfig: readonly Provider[];
  proxyOnly: boolean;
};

/** Returns the sign-in that needs no choice: the only provider, or the proxy if it is the only way. */
export function automaticSignIn<Provider>(
  config: SignInConfig<Provider>,
): { provider: Provider } | 'proxy' | null {
  if (config.proxyOnly) return 'proxy';
  const [provider, ...others] = config.oauthConfig;
  const isOnly = config.oauthOnly && config.oauthAutoRedirect && others.length === 0;
  return isOnly && provider ? { provider } : null;
}

const maxLoginLength = 60;

/**
 * Builds a login from the provider's name for the person and the provider's ID, so it never equals a local
 * login. `number` tells equal ones apart.
 */
export function externalLogin(name: string, providerId: string, number = 1): string {
  const end = `${number === 1 ? '' : `-${number}`}@${providerId.toLowerCase()}`;
  const base = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_@.-]/g, '');
  return `${(base || 'user').slice(0, maxLoginLength - end.length)}${end}`;
}

const maxPathLength = 2048;

/**
 * Checks an untrusted path to return to after signing in. Returns null unless it is a screen of this product,
 * never another site or the login page.
 */
export function returnPath(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > maxPathLength) return null;
  if (!/^\/app(?:[/?#]|$)/.test(given)) return null;
  if (/\\|\/\/|\p{Cc}/u.test(given)) return null;
  const [path = ''] = given.split(/[?#]/, 1);
  const climbs = path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
  return climbs || /^\/app\/login\/?$/.test(path) ? null : given;
}
