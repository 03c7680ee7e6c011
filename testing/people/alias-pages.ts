import { alias } from '@/lib/contract/alias/alias';
import type { Api } from './account';

export const defaultAlias = {
  name: 'Applications',
  validity: 3_600_000,
  enabled: true,
  members: [] as string[],
};

export async function newAlias(
  as: Api,
  over: Partial<typeof defaultAlias> & { id?: string } = {},
): Promise<string> {
  const { id } = await as.call(alias.create, { body: { ...defaultAlias, ...over } });
  return id;
}
