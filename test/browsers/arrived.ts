import { share } from '@/lib/contract/share/share';
import type { Api } from '@/testing/people/account';

export async function arrivedSizes(as: Api, id: string): Promise<Record<string, number>> {
  const { files } = await as.call(share.get, { params: { id } });
  return Object.fromEntries(
    files.map(({ path, filename, size }) => [path ? `${path}/${filename}` : filename, size]),
  );
}
