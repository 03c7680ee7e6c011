const maxLength = 60;

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
  return `${(base || 'user').slice(0, maxLength - end.length)}${end}`;
}
