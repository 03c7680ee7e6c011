import { sealedName } from '@/lib/domain/sealed/layout';
import { type Manifest, sealManifest, unsealManifest } from '@/lib/domain/sealed/manifest';
import { sealBytes } from '@/lib/domain/sealed/seal';
import { newShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import type { Context, UserContext } from '@/lib/server/context';
import { setInboxSeal } from '@/lib/server/services/alias/inbox-seal';
import { createShare } from '@/lib/server/services/share/create';

export const sealedTerms = { validity: 3_600_000, maxViews: 3, e2ee: 'v1' } as const;

export async function sealedShare(ctx: UserContext) {
  const { id } = await createShare(ctx, sealedTerms);
  return { id, key: await newShareKey() };
}

/** A file as a browser seals it. */
export async function sealedFile(key: ShareKey, text: string) {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const bytes = await sealBytes(key, { kind: 'file', salt, bytes: new TextEncoder().encode(text) });
  return { name: sealedName(salt), bytes: Buffer.from(bytes) };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export const sealedWords = async (key: ShareKey, title: string): Promise<string> =>
  base64(await sealManifest(key, { title, note: '', files: [] }));

export const openWords = (key: ShareKey, manifest: string | null): Promise<Manifest> =>
  unsealManifest(key, new Uint8Array(Buffer.from(manifest ?? '', 'base64')));

const random = (count: number) => base64(crypto.getRandomValues(new Uint8Array(count)));

/** Looks like what a browser makes of a passphrase. */
export const someSeal = () => ({
  publicKey: random(32),
  wrappedKey: random(76),
  salt: random(16),
  iterations: 600_000,
});
export const someSealedKey = () => random(92);

export async function sealInbox(ctx: UserContext, aliasId: string) {
  const seal = someSeal();
  await setInboxSeal(ctx, { aliasId, ...seal });
  return seal;
}

export const storedManifest = ({ db }: Context, shareId: string) =>
  db.sealedManifest.findUnique({ where: { shareId } });
