import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Text } from '@/lib/contract/fields';
import { Email } from '@/lib/contract/person';
import { externalLogin } from '@/lib/domain/account/external-login';
import type { Provider } from '@/lib/server/config/provider';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import type { ProviderClaims } from './redeem';

/**
 * The provider's unchanging id is the account's key; the readable name becomes its login.
 * @throws auth.providerUnclear for claims without an id
 */
export function personOf(provider: Provider, claims: ProviderClaims): FederatedIdentity {
  const { userIdKey, userNameKey, userEmailKey } = keysOf(provider);
  const subject = Text.min(1).max(255).safeParse(valueAt(claims, userIdKey)).data;
  if (!subject) throw new AppError('auth.providerUnclear');
  const name = valueAt(claims, userNameKey) ?? subject;
  const email = userEmailKey && claims.email_verified !== false ? valueAt(claims, userEmailKey) : null;
  return {
    source: `oauth:${provider.id}`,
    subject,
    login: (number) => externalLogin(name, provider.id, number),
    email: Email.safeParse(email ?? '').data ?? null,
  };
}

function keysOf(provider: Provider) {
  const { userIdKey, userNameKey, userEmailKey } = provider;
  if (!('issuer' in provider)) {
    return { userIdKey: provider.userIdKey, userNameKey: userNameKey ?? provider.userIdKey, userEmailKey };
  }
  return {
    userIdKey: userIdKey ?? 'sub',
    userNameKey: userNameKey ?? userIdKey ?? 'preferred_username',
    userEmailKey: userEmailKey ?? 'email',
  };
}

/** Finds a text or number by its key at any depth; the one nearest to the top wins. */
export function valueAt(claims: unknown, key: string): string | null {
  for (let level = [claims]; level.length > 0; level = level.flatMap(childrenOf)) {
    const found = level.map((each) => textOf(each, key)).find((text) => text !== null);
    if (found) return found;
  }
  return null;
}

function textOf(claims: unknown, key: string): string | null {
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, key)) return null;
  const value = (claims as Record<string, unknown>)[key];
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value ? Object.values(value) : [];
