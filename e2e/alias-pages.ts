import { alias } from '@/lib/contract/alias';
import type { Api } from './account';

const usual = { name: 'Applications', validity: 3_600_000, enabled: true, members: [] as string[] };

/** An alias page of whoever `as` is. @returns its id */
export async function newAlias(as: Api, over: Partial<typeof usual> & { id?: string } = {}): Promise<string> {
  const { id } = await as.call(alias.create, { body: { ...usual, ...over } });
  return id;
}
