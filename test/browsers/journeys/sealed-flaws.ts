import { createCipheriv, generateKeyPairSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { InboxSeal } from '@/lib/contract/share/sealed';
import { inboxSeal } from '@/lib/contract/share/sealed';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import type { Api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { enter, signIn } from '../sign-in';
import type { Walk } from '../walk';
import { openDelivery, passphrase, send } from './sealed';

/** What browsers refuse while sealing: a file that is gone, a key that begins with zero, no service workers. */
export async function sealedFlaws(walk: Walk): Promise<void> {
  const { account, as } = await signIn(walk.person);
  await sealWithoutGoneFile(walk, as);
  const aliasId = await newAlias(as);
  await as.call(inboxSeal.set, { params: { id: aliasId }, body: sealThatBeginsWithZero() });
  await walk.person.browser.forgetCookies();
  await send(walk, aliasId);
  await enter(walk.person, account);
  const { items } = await as.call(share.search, { query: {} });
  await openDelivery(walk, items.find(({ aliasInfo }) => aliasInfo)?.id ?? '');
  await offerNoSealing(walk);
}

async function sealWithoutGoneFile({ person, say, picture }: Walk, as: Api): Promise<void> {
  const [kept, gone] = ['kept.bin', 'gone.bin'].map((name) => path.join(person.browser.downloads, name));
  for (const file of [kept, gone] as string[]) fs.writeFileSync(file, randomBytes(3_000_000));
  await person.open(paths.newShare);
  await person.browser.choose([kept, gone] as string[]);
  await person.sees('text', '2 files…');
  await person.sees('text', 'gone.bin'); // the list moves what is below
  await person.fill('Name…', 'Half of it');
  await person.press('button', 'More options');
  await person.press('field', 'Encrypt it…');
  fs.rmSync(gone as string);
  await person.press('button', 'Get link');
  await person.sees('text', 'This file can’t be read any more…');
  await picture('gone');
  await person.press('button', 'Remove gone.bin');
  await person.sees('heading', 'Your link is ready');
  // What was begun of the other one goes a moment after the link is there.
  await person.until('one share of one whole file', async () => {
    const { items } = await as.call(share.search, { query: { q: '' } });
    return items.length === 1 && items[0]?.files === 1 && items[0].incomplete === 0;
  });
  fs.rmSync(kept as string);
  say('a file that is gone is named, and the other one is sent');
}

/** Made by Node's own functions. WebKitGTK refuses to import one such key in 256. */
function sealThatBeginsWithZero(): InboxSeal {
  for (;;) {
    const pair = generateKeyPairSync('x25519');
    const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
    if (pkcs8.at(-32) === 0) return sealOfNode(pair);
  }
}

export function sealOfNode({ publicKey, privateKey } = generateKeyPairSync('x25519')): InboxSeal {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const [salt, iv, iterations] = [randomBytes(16), randomBytes(12), 600_000];
  const key = pbkdf2Sync(passphrase, salt, iterations, 32, 'sha256');
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const wrapped = [iv, cipher.update(pkcs8), cipher.final(), cipher.getAuthTag()];
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    wrappedKey: Buffer.concat(wrapped).toString('base64'),
    salt: salt.toString('base64'),
    iterations,
  };
}

async function offerNoSealing({ person, say }: Walk): Promise<void> {
  await person.open(paths.newShare);
  await person.browser.evaluate('delete Navigator.prototype.serviceWorker');
  await person.press('button', 'More options');
  await person.sees('text', 'Needs service workers, which this browser has switched off…');
  say('where service workers are off, the form says so');
}
