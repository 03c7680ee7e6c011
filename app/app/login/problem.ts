import { getTranslations } from 'next-intl/server';
import type { AppConfig } from '@/lib/contract/info';

type Search = Record<string, string | string[] | undefined>;

const told = [
  'auth.accountDisabled',
  'auth.externalSignupClosed',
  'auth.otherSource',
  'auth.providerAway',
  'auth.providerDeclined',
  'auth.providerUnclear',
  'auth.providerStale',
  'server.unavailable',
] as const;

/** Why a sign-in elsewhere came to nothing, as the link says that it ended with; anyone may have made the link. */
export async function problemOf({ oauthConfig }: AppConfig, search: Search): Promise<string | null> {
  if (!search.oauth) return null;
  const provider = oauthConfig.find(({ id }) => id === search.provider);
  const code = told.find((known) => known === search.error);
  if (!code || !provider) return (await getTranslations('login'))('unfinished');
  return (await getTranslations('errors'))(code, { provider: provider.name });
}
