import { BrowserStore } from '@/lib/client/browser-store';
import { tagBytes } from '@/lib/domain/sealed/layout';
import type { SealedTags } from '@/lib/domain/sealed/sealed-tags';

/** Tags of 16 MiB, by salt and number. */
type TagBlock = { salt: string; block: number; tags: Uint8Array };

const recordsInBlock = 256;
const blockBytes = recordsInBlock * tagBytes;

const store = new BrowserStore<TagBlock>('slipway-tags', 'tags', ['salt', 'block']);
/** Those that the browser doesn't keep; they last as long as the page. */
const unkept = new Map<string, Uint8Array>();

/** Tags of one salt, of earlier visits too. */
export function keptTags(salt: string): SealedTags {
  const keyOf = (block: number) => `${salt} ${block}`;
  const load = async (block: number): Promise<Uint8Array> =>
    unkept.get(keyOf(block)) ?? (await store.get([salt, block]))?.tags ?? new Uint8Array(blockBytes);
  const save = async (block: number, tags: Uint8Array) => {
    if ((await store.put({ salt, block, tags })) === undefined) unkept.set(keyOf(block), tags);
  };
  const blocksOf = (first: number, count: number) => {
    const [from, to] = [first, first + count].map((record) => record / recordsInBlock) as [number, number];
    return Array.from({ length: Math.ceil(to) - Math.floor(from) }, (_, nth) => Math.floor(from) + nth);
  };
  const startOf = (block: number, first: number) => (block * recordsInBlock - first) * tagBytes;
  return {
    async read(first, count) {
      const tags = new Uint8Array(count * tagBytes);
      for (const block of blocksOf(first, count)) {
        const start = startOf(block, first);
        const part = (await load(block)).subarray(Math.max(0, -start), tags.length - start);
        tags.set(part, Math.max(0, start));
      }
      return tags;
    },
    async write(first, tags) {
      for (const block of blocksOf(first, tags.length / tagBytes)) {
        const start = startOf(block, first);
        const kept = (await load(block)).slice();
        kept.set(tags.subarray(Math.max(0, start), start + blockBytes), Math.max(0, -start));
        await save(block, kept);
      }
    },
  };
}

export async function hasKeptTags(salt: string): Promise<boolean> {
  return unkept.has(`${salt} 0`) || (await store.get([salt, 0])) !== undefined;
}

export async function forgetTags(salt: string): Promise<void> {
  for (const key of unkept.keys()) if (key.startsWith(salt)) unkept.delete(key);
  await store.deleteBelow([salt]);
}
