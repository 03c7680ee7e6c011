type Ways<P> = {
  oauthOnly: boolean;
  oauthAutoRedirect: boolean;
  oauthConfig: readonly P[];
  proxyOnly: boolean;
};

/** The way in that needs no choice: the only provider, or the proxy when there is nothing else. */
export function automaticSignIn<P>(config: Ways<P>): { provider: P } | 'proxy' | null {
  if (config.proxyOnly) return 'proxy';
  const [provider, ...others] = config.oauthConfig;
  const isOnly = config.oauthOnly && config.oauthAutoRedirect && others.length === 0;
  return isOnly && provider ? { provider } : null;
}
