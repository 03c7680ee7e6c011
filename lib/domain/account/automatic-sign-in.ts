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
