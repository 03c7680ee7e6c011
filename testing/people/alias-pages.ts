import { alias } from '@/lib/contract/alias/alias';
import type { Api } from './account';

/** What an alias page is when nothing else is said. */
export const usualAlias = {
  name: 'Applications',
  validity: 3_600_000,
  enabled: true,
  members: [] as string[],
};

/** An alias page of `as`. @returns its ID */
export async function newAlias(
  as: Api,
  over: Partial<typeof usualAlias> & { id?: string } = {},
): Promise<string> {
  const { id } = await as.call(alias.create, { body: { ...usualAlias, ...over } });
  return id;
}
