const longest = 60;

/**
 * The login of somebody whom a provider vouches for: what it calls them, without characters that no login has, and
 * the provider's id, so that it meets no login of ours. Later ones of the same spelling are numbered.
 */
export function externalLogin(name: string, providerId: string, number = 1): string {
  const end = `${number === 1 ? '' : `-${number}`}@${providerId.toLowerCase()}`;
  const kept = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_@.-]/g, '');
  return `${(kept || 'user').slice(0, longest - end.length)}${end}`;
}
