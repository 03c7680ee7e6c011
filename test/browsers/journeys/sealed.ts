import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { share } from '@/lib/contract/share/share';
import { paths } from '@/lib/paths';
import { newAlias } from '@/testing/people/alias-pages';
import { sha256, sumsIn } from '@/testing/people/sealed-share';
import { samples } from '@/testing/people/shared-files';
import type { InPage, Person } from '../person';
import { enter, signIn } from '../sign-in';
import type { Walk } from '../walk';

const filmBytes = 20_000_007;
const film = Buffer.from(Uint8Array.from({ length: filmBytes }, (_, at) => (at % 1_000_000) % 251));
const { png, txt } = samples;
const plan = { [png.name]: inBase64(png), [txt.name]: inBase64(txt), 'film.bin': filmBytes };
const sums = { [png.name]: sha256(png.bytes), [txt.name]: sha256(txt.bytes), 'film.bin': sha256(film) };

/** Seals files, and opens them as a visitor and as the owner of an inbox. */
export async function sealed(walk: Walk): Promise<void> {
  const { account, as } = await signIn(walk.person);
  const link = await seal(walk, () => dropAll(walk.person));
  await walk.person.browser.forgetCookies();
  await openWithoutKey(walk, link);
  const [opened] = (await as.call(share.search, { query: {} })).items;
  if (opened?.views !== 1) throw new Error(`${opened?.views} views are spent`);
  walk.say('only the key that fits has spent a view');
  await openWithKey(walk, link);
  await enter(walk.person, account);
  const aliasId = await newAlias(as);
  await sealInbox(walk, aliasId);
  await walk.person.browser.forgetCookies();
  await send(walk, aliasId);
  await enter(walk.person, account);
  const { items } = await as.call(share.search, { query: {} });
  await openDelivery(walk, items.find(({ aliasInfo }) => aliasInfo)?.id ?? '');
}

function inBase64({ bytes, type }: { bytes: Buffer; type: string }) {
  return { base64: bytes.toString('base64'), type };
}

async function dropAll(person: Person): Promise<void> {
  await dropFiles(person, plan);
  await person.sees('text', '3 files…');
  await person.sees('text', 'notes.txt'); // the list moves what is below
}

export async function dropFiles(person: Person, files: Parameters<InPage['drop']>[0]): Promise<void> {
  await person.until('the page listens', () =>
    person.browser.evaluate("window.isAlive === true && document.querySelector('input[type=file]') !== null"),
  );
  await person.run((page, files: Parameters<InPage['drop']>[0]) => page.drop(files), files);
}

/** @returns path and key of its link */
export async function seal({ person, say, picture }: Walk, drop: () => Promise<void>): Promise<string> {
  await person.open(paths.newShare);
  await drop();
  await person.fill('Name…', 'Merger');
  await person.press('button', 'More options');
  await person.press('field', 'Encrypt it…');
  await person.sees('text', 'The link contains the key…');
  await picture('create');
  await person.press('button', 'Get link');
  await person.sees('heading', 'Your link is ready');
  await picture('link');
  const link = await person.until('the link with its key', () =>
    person.browser.evaluate(`document.querySelector('a[href*="#k="]')?.href`),
  );
  const { pathname, hash } = new URL(String(link));
  if (!/^#k=[\w-]{43}$/.test(hash)) throw new Error(`The link is ${link}`);
  say('a share is sealed, and its link ends with the key');
  return pathname + hash;
}

async function openWithoutKey({ person, say, picture }: Walk, link: string): Promise<void> {
  const [address = '', key = ''] = link.split('#k=');
  await person.open(address);
  await person.sees('heading', 'This share is end-to-end encrypted');
  await person.sees('text', 'Paste the whole link…');
  await person.fill('Link or key', key.slice(1));
  await person.press('button', 'Open');
  await person.sees('text', 'This link is incomplete…');
  await person.fill('Link or key', 'A'.repeat(43));
  await person.press('button', 'Open');
  await person.sees('text', 'This key doesn’t open the share…');
  await picture('wrong');
  await person.until('the key stays, with the focus in its field', () =>
    person.browser.evaluate(`document.activeElement.value === '${'A'.repeat(43)}'`),
  );
  await person.fill('Link or key', `Key: ${key}.`);
  await person.press('button', 'Open');
  await person.sees('heading', 'Merger');
  say('without a key, with a cut one and with another the page says what to do');
}

async function openWithKey(walk: Walk, link: string): Promise<void> {
  const { person, say, picture } = walk;
  await person.open(paths.login());
  await person.open(link);
  await person.sees('heading', 'Merger');
  await person.sees('button', txt.name);
  await picture('opened');
  say('the whole link opens names and words');
  const looks: [name: string, isShown: string][] = [
    [txt.name, 'document.querySelector("dialog[open]")?.textContent.includes("Grüße aus dem Hafen")'],
    [png.name, 'document.querySelector("dialog[open] img")?.naturalWidth > 0'],
  ];
  for (const [name, isShown] of looks) {
    await person.press('button', name);
    await person.until(`${name} is shown`, () => person.browser.evaluate(isShown));
    await person.key('Escape');
    await person.until('the viewer is closed', () =>
      person.browser.evaluate('!document.querySelector("dialog[open]")'),
    );
  }
  say('a text and a picture are shown');
  await saveFilm(walk);
  await person.press('link', 'Download all…');
  const target = await unpacked(walk, 'Merger.zip');
  if (JSON.stringify(sumsIn(target)) !== JSON.stringify(sorted(sums))) throw new Error('The ZIP differs');
  fs.rmSync(target, { recursive: true });
  say('the ZIP has the same bytes');
}

const sorted = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));

async function saveFilm({ person, say }: Walk): Promise<void> {
  await person.press('link', 'Download film.bin');
  const file = path.join(person.browser.downloads, 'film.bin');
  await person.until(
    'the film is saved whole',
    async () => sha256(fs.readFileSync(file)) === sums['film.bin'],
  );
  fs.rmSync(file);
  say('a file is saved, with the same bytes');
}

/** @returns the folder with what a saved ZIP holds */
async function unpacked({ person }: Walk, name: string): Promise<string> {
  const file = path.join(person.browser.downloads, name);
  await person.until('the ZIP is saved whole', async () => execFileSync('unzip', ['-tq', file]));
  const target = path.join(person.browser.downloads, 'unpacked');
  execFileSync('unzip', ['-q', file, '-d', target]);
  fs.rmSync(file);
  return target;
}

export const passphrase = 'seven grey herons wade';

async function sealInbox({ person, say, picture }: Walk, aliasId: string): Promise<void> {
  await person.open(paths.alias(aliasId));
  await person.press('button', 'Encrypt this inbox');
  await person.fill('Passphrase', passphrase);
  await person.fill('Passphrase again', passphrase);
  await person.press('button', 'Encrypt this inbox');
  await person.sees('text', 'Sealed. New files…');
  await picture('inbox');
  say('an inbox is sealed with a passphrase');
}

export async function send({ person, say }: Walk, aliasId: string): Promise<void> {
  await person.open(paths.inbox(aliasId));
  await person.sees('text', 'Files and message are encrypted in your browser…');
  await dropAll(person);
  await person.press('button', 'Send 3 files');
  await person.sees('heading', 'All files sent');
  say('a sender seals what is sent there');
}

export async function openDelivery(walk: Walk, shareId: string): Promise<void> {
  const { person, say, picture } = walk;
  await person.open(paths.share(shareId));
  await person.fill('Passphrase', 'another passphrase');
  await person.press('button', 'Open');
  await person.sees('text', 'This passphrase doesn’t open the inbox.');
  await person.fill('Passphrase', passphrase);
  await person.press('button', 'Open');
  await person.sees('button', txt.name);
  await picture('delivery');
  say('its owner opens it with the passphrase');
  await saveFilm(walk);
}
