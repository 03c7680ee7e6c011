import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net, { type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { Scope } from '@/lib/contract/http/scope';
import { token } from '@/lib/contract/session';
import { inboxSeal, sealed } from '@/lib/contract/share/sealed';
import { share } from '@/lib/contract/share/share';
import { newInboxKey, openShareKey, unwrapInboxKey } from '@/lib/domain/sealed/inbox-key';
import { unsealManifest } from '@/lib/domain/sealed/manifest';
import { fromBase64Url, readShareKey } from '@/lib/domain/sealed/share-key';
import { unsealBytes } from '@/lib/domain/sealed/unseal';
import { TcpProxy } from '@/testing/network/tcp-proxy';
import { type Api, api, newAccount } from '@/testing/people/account';
import { CommandHome, ended, treeOf } from '@/testing/people/cli';
import { openByCommand, sha256, sumsIn } from '@/testing/people/sealed-share';
import { running } from '@/testing/server/running';

let person: Api;
let home: CommandHome;
beforeEach(async () => {
  person = await api(await newAccount());
  const scopes: Scope[] = ['upload', 'read', 'manage'];
  const body = { name: 'cli', scopes, validity: 3_600_000, networks: [] };
  const made = await person.call(token.create, { body });
  home = new CommandHome({ SLIPWAY_URL: running().url, SLIPWAY_TOKEN: made.token ?? '' });
});
afterEach(() => home.remove());

const shares = async () => (await person.call(share.search, {})).items;
const shareOf = (id: string) => person.call(share.get, { params: { id } });
const keyIn = (link: string) => /#k=([\w-]{43})$/.exec(link.trim())?.[1] ?? '';
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

async function manifestOf(id: string, link: string) {
  const key = await readShareKey(link);
  const { manifest, revision } = await person.call(sealed.get, { params: { id } });
  if (!key) throw new Error(`no key in ${link}`);
  return { ...(await unsealManifest(key, bytes(manifest ?? ''))), revision };
}

/** Keeps what the command sends. */
class Overhearing extends TcpProxy {
  readonly heard: Buffer[] = [];

  protected open(): Socket {
    return net.connect(Number(new URL(running().url).port), 'localhost');
  }

  protected pass(client: Socket, server: Socket): void {
    client.on('data', (chunk: Buffer) => this.heard.push(chunk));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.pipe(server).pipe(client);
  }
}

test('an encrypted share comes back the same, and the server sees neither key nor names nor content', async () => {
  const secret = 'the quick brown fox and what it knows';
  home.write('papers/2026/böse Zahlen.bin', randomBytes(300_000));
  home.write('papers/full records.bin', randomBytes(131_072));
  home.write('papers/secret.txt', secret);
  home.write('papers/empty', '');
  fs.utimesSync(home.file('papers/empty'), 1_700_000_000, 1_700_000_000);
  const proxy = await new Overhearing().listen();
  home.env.SLIPWAY_URL = proxy.url;
  const sent = await home.run(['send', '--seal', 'papers', '--name', 'Merger', '--note', 'Not a word']);
  expect(sent).toMatchObject({ code: 0, out: expect.stringMatching(/#k=[\w-]{43}\n$/) });
  const link = sent.out.trim();
  expect(await home.run(['get', link, '-o', 'copy'])).toMatchObject({ code: 0, out: 'copy\n' });
  expect(treeOf(home.file('copy/papers'))).toEqual(treeOf(home.file('papers')));
  // Once more, it finds all of it there.
  expect((await home.run(['get', link, '-o', 'copy'])).code).toBe(0);

  const key = fromBase64Url(keyIn(link)) ?? new Uint8Array();
  const heard = Buffer.concat(proxy.heard);
  const asText = [keyIn(link), Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64')];
  const words = [secret, 'Merger', 'Not a word', 'papers', 'secret.txt', 'empty', 'Zahlen', 'full records'];
  expect([...asText, ...words].filter((text) => heard.includes(text))).toEqual([]);
  expect(heard.includes(Buffer.from(key))).toBe(false);
  expect(sent.err).not.toContain(keyIn(link));

  const [{ id = '' } = {}] = await shares();
  const { name, descriptionRaw, files, e2ee } = await shareOf(id);
  expect({ name, descriptionRaw, e2ee }).toEqual({ name: null, descriptionRaw: null, e2ee: 'v1' });
  const mime = 'application/octet-stream';
  expect(files).toHaveLength(4);
  for (const file of files)
    expect(file).toMatchObject({
      filename: expect.stringMatching(/^[0-9a-f]{32}\.sealed$/),
      path: '',
      lastModified: null,
      mimetype: mime,
    });
  expect(await manifestOf(id, link)).toMatchObject({ title: 'Merger', note: 'Not a word' });
  expect((await home.run(['ls'])).out).toMatch(/\tsealed\n$/);
  await proxy.close();
});

test('a sealed send that is killed goes on with the same key, and a file that has changed since is sent anew', async () => {
  // The three large ones outlast the look below: once published, a changed file begins another share.
  for (let n = 0; n < 30; n++)
    home.write(`many/${n % 3}/${n}.bin`, randomBytes(n % 10 === 0 ? 40_000_000 : 30_000));
  const send = () => home.start(['send', '--seal', 'many']);
  const arrived = async () => (await shares())[0]?.files ?? 0;
  const child = send();
  const end = ended(child);
  await expect.poll(arrived, { interval: 20, timeout: 20_000 }).toBeGreaterThan(2);
  child.kill('SIGKILL');
  expect((await end).out).toBe('');

  // One of the first that has arrived, with its size and times.
  const disk = home.file('many/0/0.bin');
  const { atime, mtime } = fs.statSync(disk);
  fs.writeFileSync(disk, fs.readFileSync(disk).fill('changed', 400_000, 400_007));
  fs.utimesSync(disk, atime, mtime);
  const { out, err, code } = await ended(send());
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Resuming: \d+ of 30 files/) });
  const [listed, ...others] = await shares();
  expect({ others, files: listed?.files, incomplete: listed?.incomplete }).toEqual({
    others: [],
    files: 30,
    incomplete: 0,
  });
  const { files } = await manifestOf(listed?.id ?? '', out.trim());
  expect(files.map(({ path, name }) => `${path}/${name}`).sort()).toEqual(
    Object.keys(treeOf(home.file('many')))
      .map((name) => `many/${name}`)
      .sort(),
  );
  expect(await openByCommand(out.trim())).toEqual(
    Object.fromEntries(Object.entries(sumsIn(home.file('many'))).map(([name, sum]) => [`many/${name}`, sum])),
  );
  expect(fs.readdirSync(home.file('.local/state/slipway/sends'))).toEqual([]);
});

test('a file that changes while it is sealed is refused, not mixed', async () => {
  const file = home.write('growing.bin', randomBytes(40_000_000));
  const child = home.start(['send', '--seal', 'growing.bin']);
  const end = ended(child);
  await expect.poll(async () => (await shares()).length, { interval: 10 }).toBe(1);
  fs.appendFileSync(file, 'more');
  const { code, out, err } = await end;
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining('has changed') });
});

test('a failed attempt to open an encrypted link saves nothing, spends no view and never prints the key', async () => {
  home.write('a.txt', 'secret');
  const link = (await home.run(['send', '--seal', 'a.txt'])).out.trim();
  const [bare = ''] = link.split('#');
  const another = Buffer.from(randomBytes(32)).toString('base64url');
  const cases: [string, number, string][] = [
    [bare, 2, 'This share is sealed'],
    [link.slice(0, -1), 2, 'incomplete'],
    [`${bare}#k=${another}`, 1, 'The key doesn’t fit'],
  ];
  for (const [pasted, code, words] of cases) {
    const ran = await home.run(['get', pasted, '-o', 'to']);
    expect(ran).toMatchObject({ code, out: '', err: expect.stringContaining(words) });
    expect(ran.err).not.toContain(another);
    expect(fs.existsSync(home.file('to'))).toBe(false);
  }
  for (const args of [
    ['get', `${running().url}/elsewhere#k=${another}`],
    ['inbox', 'send', `x#k=${another}`, 'a.txt'],
  ])
    expect((await home.run(args)).err).toContain('#k=…');
  expect((await shares())[0]?.views, 'nothing is spent before the key fits').toBe(0);
  expect(await openByCommand(link)).toEqual({ 'a.txt': sha256(Buffer.from('secret')) });

  home.write('plain.txt', 'x');
  const plain = (await home.run(['send', 'plain.txt'])).out.trim();
  const pretended = await home.run(['get', `${plain}#k=${another}`, '-o', 'to']);
  expect(pretended).toMatchObject({ code: 1, err: expect.stringContaining('nothing is sealed') });
  expect(await home.run(['send', '--seal', '-'], { input: 'x' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('can’t be sealed'),
  });
});

/** What the command remembers while it runs. */
const stateOf = async ({ file }: CommandHome) => {
  const sends = file('.local/state/slipway/sends');
  const hasShare = (name: string) => /"share":\s*"/.test(fs.readFileSync(`${sends}/${name}`, 'utf8'));
  const found = () =>
    (fs.existsSync(sends) ? fs.readdirSync(sends) : []).find(
      (name) => name.endsWith('.json') && hasShare(name),
    );
  await expect.poll(found, { interval: 2 }).toBeDefined();
  const state = `${sends}/${found()}`;
  const kept = [state, state.replace(/json$/, 'salts')].map((file) => ({
    file,
    content: fs.readFileSync(file),
  }));
  return { file: state, kept };
};

async function sealedInbox() {
  const body = { name: 'Inbox', validity: 86_400_000, enabled: true, members: [] };
  const { id } = await person.call(alias.create, { body });
  const { publicKey, wrapped } = await newInboxKey('open sesame');
  const text = (one: Uint8Array) => Buffer.from(one).toString('base64');
  const seal = { publicKey: text(publicKey), wrappedKey: text(wrapped.sealed), salt: text(wrapped.salt) };
  await person.call(inboxSeal.set, { params: { id }, body: { ...seal, iterations: wrapped.iterations } });
  return { id, publicKey, wrapped, address: `${running().url}/app/share/${id}` };
}

test('a delivery into a sealed inbox is sealed for its owner, goes on, and a pipe is refused', async () => {
  const inbox = await sealedInbox();
  home = home.replacedBy();
  home.write('dir/a.txt', 'one');
  const deliver = () => home.run(['--json', 'inbox', 'send', inbox.address, 'dir']);
  const child = home.start(['--json', 'inbox', 'send', inbox.address, 'dir']);
  const end = ended(child);
  const state = await stateOf(home);
  const { id } = JSON.parse((await end).out) as { id: string };
  const [file] = (await shareOf(id)).files;
  const url = `${running().url}/api/v2/alias/upload/${id}/files/tus/${file?.id}`;
  for (const { file, content } of state.kept) fs.writeFileSync(file, content);
  const line = JSON.stringify([`${file?.size} null ${file?.filename}`, url]);
  fs.writeFileSync(state.file.replace(/json$/, 'urls'), line);
  home.write('dir/b.txt', 'two');
  expect(JSON.parse((await deliver()).out)).toMatchObject({ id, files: 2 });

  const privateKey = await unwrapInboxKey('open sesame', inbox.wrapped, inbox.publicKey);
  const { manifest, sealedKey } = await person.call(sealed.get, { params: { id } });
  if (!privateKey || !sealedKey) throw new Error('not sealed');
  const key = await openShareKey(bytes(sealedKey), { privateKey, publicKey: inbox.publicKey });
  if (!key) throw new Error('sealed for somebody else');
  const { files } = await unsealManifest(key, bytes(manifest ?? ''));
  const contents: Record<string, string> = {};
  for (const file of (await shareOf(id)).files) {
    const url = running().url + fillPath(bytePaths.ownFile, { id, fileId: file.id });
    const answer = await fetch(url, { headers: person.headers });
    const plain = await unsealBytes(key, 'file', new Uint8Array(await answer.arrayBuffer()));
    const { path = '', name = '?' } = files.find(({ salt }) => file.filename === `${salt}.sealed`) ?? {};
    contents[`${path}/${name}`] = Buffer.from(plain).toString();
  }
  expect(contents).toEqual({ 'dir/a.txt': 'one', 'dir/b.txt': 'two' });
  const piped = await home.run(['inbox', 'send', inbox.address, '-'], { input: 'three' });
  expect(piped).toMatchObject({ code: 3, out: '' });
  expect(await shares()).toHaveLength(1);
});

test('a link with a fingerprint sends for its key alone: for another, for none and by a pipe nothing is created', async () => {
  const [inbox, other] = [await sealedInbox(), await sealedInbox()];
  home = home.replacedBy();
  home.write('a.txt', 'one');
  const { keyFingerprint } = await person.call(alias.get, { params: { id: inbox.id } });
  const { keyFingerprint: foreign } = await person.call(alias.get, { params: { id: other.id } });
  const send = (end: string, file = 'a.txt') =>
    home.run(['--json', 'inbox', 'send', inbox.address + end, file], { input: 'three' });
  expect(await send(`#pk=${foreign}`)).toMatchObject({ code: 3, out: '' });
  expect(await send(`#pk=${keyFingerprint?.slice(1)}`)).toMatchObject({ code: 2, out: '' });
  expect(await send(`#pk=${keyFingerprint}`, '-')).toMatchObject({ code: 2, out: '' });
  await person.call(inboxSeal.clear, { params: { id: inbox.id } });
  const plain = await send(`#pk=${keyFingerprint}`);
  expect(plain).toMatchObject({ code: 3, out: '' });
  expect(plain.err).toContain('doesn’t encrypt any more');
  expect(await shares()).toHaveLength(0);
  const { wrapped, publicKey } = inbox;
  const text = (one: Uint8Array) => Buffer.from(one).toString('base64');
  const seal = { publicKey: text(publicKey), wrappedKey: text(wrapped.sealed), salt: text(wrapped.salt) };
  const body = { ...seal, iterations: wrapped.iterations };
  await person.call(inboxSeal.set, { params: { id: inbox.id }, body });
  expect(await send(`%2523pk%253D${keyFingerprint?.toUpperCase()}`)).toMatchObject({ code: 0 });
  expect(await shares()).toHaveLength(1);
});
