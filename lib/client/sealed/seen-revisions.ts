import { BrowserStore } from '@/lib/client/browser-store';
import { isOlder, type SeenManifest } from '@/lib/domain/sealed/chain';
import type { Manifest } from '@/lib/domain/sealed/manifest';
import type { ShareKey } from '@/lib/domain/sealed/share-key';
import { shortHash } from '@/lib/domain/sealed/short-hash';

type SeenRow = SeenManifest & { id: string };

const store = new BrowserStore<SeenRow>('slipway-seen', 'revisions', 'id');

/** Says which share it was without its key, by its page and its link alike. */
const idOf = ({ bytes }: ShareKey): Promise<string> => shortHash(bytes);

/** Keeps the newest state that this browser has seen of a share. Returns whether this one is older. */
export async function checkSeen(
  key: ShareKey,
  { revision, history }: Manifest,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [id, hash] = await Promise.all([idOf(key), shortHash(sealed)]);
  const seen = await store.get(id);
  if (seen && isOlder(seen, { revision, history, hash })) return true;
  if (seen?.hash !== hash) await store.put({ id, revision, hash });
  return false;
}
