import { generateKeyPairSync } from 'node:crypto';
import { inboxSeal, sealed } from '@/lib/contract/share/sealed';
import { share } from '@/lib/contract/share/share';
import { chainTo } from '@/lib/domain/sealed/chain';
import { fingerprintOf } from '@/lib/domain/sealed/fingerprint';
import { emptyManifest, sealManifest } from '@/lib/domain/sealed/manifest';
import { keyFragment, newShareKey } from '@/lib/domain/sealed/share-key';
import { shortHash } from '@/lib/domain/sealed/short-hash';
import { paths } from '@/lib/paths';
import { type Api, api, newAccount } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { running } from '@/testing/server/running';
import { HostileServer } from '../hostile-server';
import { Person } from '../person';
import type { Walk } from '../walk';
import { sealOfNode } from './sealed-flaws';

/** Meets a server that puts its own key into an inbox, and one that shows an older list of files. */
export async function sealedHostile(walk: Walk): Promise<void> {
  const as = await api(await newAccount());
  const server = await HostileServer.before(running().url);
  const visitor = new Person(walk.person.browser, server.url);
  try {
    await swapKey(walk, visitor, as, server);
    await showOlder(walk, visitor, as, server);
  } finally {
    server.end();
  }
}

async function swapKey({ say, picture }: Walk, visitor: Person, as: Api, server: HostileServer) {
  const aliasId = await newAlias(as);
  const seal = sealOfNode();
  await as.call(inboxSeal.set, { params: { id: aliasId }, body: seal });
  const link = `${paths.inbox(aliasId)}#pk=${await fingerprintOf(seal.publicKey)}`;
  await visitor.open(link);
  await visitor.sees('text', 'Files and message are encrypted in your browser…');
  say('an honest server’s key fits the link');

  const { publicKey } = generateKeyPairSync('x25519');
  const other = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  let swaps = 0;
  server.change = (_, said) => {
    swaps += said.split(seal.publicKey).length - 1;
    return said.replaceAll(seal.publicKey, other);
  };
  await visitor.open(link.replace('#', '?again#'));
  await visitor.sees('text', 'The key of this inbox isn’t the one in your link…');
  await visitor.seesNo('field', 'Message');
  if (swaps === 0) throw new Error('No key was swapped');
  await picture('swapped');
  server.change = (_, said) => said;
  say('a swapped key is named, and nothing can be sent');
}

async function showOlder({ say, picture }: Walk, visitor: Person, as: Api, server: HostileServer) {
  const key = await newShareKey();
  const body = { e2ee: 'v1', validity: 86_400_000, maxViews: 100 } as const;
  const { id } = await as.call(share.create, { body });
  const first = chainTo(
    { manifest: emptyManifest, hash: null, revision: 0 },
    { ...emptyManifest, title: 'Before' },
  );
  const sealedFirst = await sealManifest(key, first);
  const before = await save(as, id, sealedFirst);
  const { id: linkId } = await as.call(share.publish, { params: { id }, body: {} });
  const link = `${paths.open(linkId)}${keyFragment(key)}`;
  await visitor.open(link);
  await visitor.sees('heading', 'Before');

  const last = { manifest: first, hash: await shortHash(sealedFirst), revision: 1 };
  const after = await save(as, id, await sealManifest(key, chainTo(last, { ...first, title: 'After' })));
  await visitor.open(link.replace('#', '?later#'));
  await visitor.sees('heading', 'After');
  await visitor.seesNo('text', 'The server shows an older state of this share…');
  say('a later list of files is nothing to speak of');

  server.change = (_, said) =>
    said.replaceAll(after, before).replaceAll(after.slice(0, 64), before.slice(0, 64));
  await visitor.open(link.replace('#', '?older#'));
  await visitor.sees('text', 'The server shows an older state of this share…');
  await picture('older');
  say('an older list of files is named');
}

/** @returns the manifest as it is stored */
async function save(as: Api, id: string, bytes: Uint8Array): Promise<string> {
  const manifest = Buffer.from(bytes).toString('base64');
  const { revision } = await as.call(sealed.get, { params: { id } });
  await as.call(sealed.save, { params: { id }, body: { manifest, revision } });
  return manifest;
}
