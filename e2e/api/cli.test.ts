import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { device } from '@/lib/contract/device';
import type { Scope } from '@/lib/contract/http/scope';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';
import { CommandHome, commandFile, ended, treeOf } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

let person: Api;
let home: CommandHome;
beforeEach(async () => {
  person = await api(await newAccount());
  home = new CommandHome({ SLIPWAY_URL: running().url, SLIPWAY_TOKEN: await made() });
});
afterEach(() => home.remove());

const all: Scope[] = ['upload', 'read', 'manage'];
const made = async (scopes = all) =>
  (await person.call(token.create, { body: { name: 'cli', scopes, validity: 3_600_000, networks: [] } }))
    .token ?? '';
const shares = async () => (await person.call(share.search, {})).items;

test('the server hands the command out as one file with its sum', async () => {
  const served = Buffer.from(await (await fetch(`${running().url}/cli`)).arrayBuffer());
  expect(served.equals(fs.readFileSync(commandFile))).toBe(true);
  const sum = await (await fetch(`${running().url}/cli.sha256`)).text();
  expect(sum).toBe(`${createHash('sha256').update(served).digest('hex')}  slipway\n`);
});

test('it runs wherever it lands, among modules too', () => {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  for (const type of ['module', 'commonjs']) {
    home.write(`${type}/package.json`, JSON.stringify({ type }));
    fs.copyFileSync(commandFile, home.file(`${type}/slipway`));
    const ran = spawnSync(home.file(`${type}/slipway`), ['--version'], { encoding: 'utf8', env: home.env });
    expect(ran.stdout).toBe(`${version}\n`);
  }
});

test('login waits for a person who lets it in, and keeps the token where nobody else reads it', async () => {
  home = home.replacedBy();
  const child = home.start(['login', running().url]);
  const end = ended(child);
  const userCode = await new Promise<string>((resolve) => {
    let said = '';
    child.stderr?.on('data', (data) => {
      said += data;
      const code = /The code is ([A-Z-]+)\./.exec(said)?.[1];
      if (code) resolve(code);
    });
  });
  const asked = await person.call(device.look, { body: { userCode } });
  expect(asked).toMatchObject({ name: expect.stringMatching(/^slipway on /), scopes: all });
  await person.call(device.decide, { body: { userCode, allow: true } });
  expect(await end).toMatchObject({ code: 0, out: expect.stringMatching(/^Signed in to .* as user-/) });
  const kept = home.file('.config/slipway/servers.json');
  expect((fs.statSync(kept).mode & 0o777).toString(8)).toBe('600');
  expect(await home.run(['ls'])).toMatchObject({ code: 0, out: '' });
  fs.chmodSync(kept, 0o644);
  expect(await home.run(['ls'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
  fs.chmodSync(kept, 0o600);
  await home.run(['logout']);
  expect((await home.run(['ls'])).code).toBe(3);
});

test('a refused login says so', async () => {
  home = home.replacedBy();
  const child = home.start(['login', running().url]);
  const end = ended(child);
  child.stderr?.on('data', async (data) => {
    const userCode = /The code is ([A-Z-]+)\./.exec(String(data))?.[1];
    if (userCode) await person.call(device.decide, { body: { userCode, allow: false } });
  });
  expect(await end).toMatchObject({ code: 3, out: '', err: expect.stringContaining('refused') });
});

test('sent files come back the same: folders, times, equal names, an empty file', async () => {
  home.write('photos/2026/a.bin', randomBytes(3_000_000));
  home.write('photos/Zürich 🎁.txt', 'hello');
  home.write('photos/empty', '');
  home.write('a/notes.txt', 'one');
  home.write('b/notes.txt', 'two');
  fs.utimesSync(home.file('photos/empty'), 1_700_000_000, 1_700_000_000);
  const sent = await home.run(['--json', 'send', 'photos', 'a/notes.txt', 'b/notes.txt', '--name', 'Trip']);
  expect(sent).toMatchObject({ code: 0, err: '{"note":"5 files, 2.86M"}\n' });
  const { url, files } = JSON.parse(sent.out) as { url: string; files: number };
  expect({ files, url }).toEqual({ files: 5, url: expect.stringContaining('/app/open/') });

  const got = await home.run(['get', url, '-o', 'copy']);
  expect(got).toMatchObject({ code: 0, out: 'copy\n' });
  const { 'notes.txt': one, 'notes (2).txt': two, ...photos } = treeOf(home.file('copy'));
  expect([one, two]).toEqual([treeOf(home.file('a'))['notes.txt'], treeOf(home.file('b'))['notes.txt']]);
  const inside = Object.entries(photos).map(([name, sum]) => [name.replace(/^photos\//, ''), sum]);
  expect(Object.fromEntries(inside)).toEqual(treeOf(home.file('photos')));
  // Once more, it finds all of it there; another file of that name is left alone.
  expect((await home.run(['get', url, '-o', 'copy'])).code).toBe(0);
  home.write('copy/notes.txt', 'mine');
  expect(await home.run(['get', url, '-o', 'copy'])).toMatchObject({ code: 1, out: '' });
  expect(fs.readFileSync(home.file('copy/notes.txt'), 'utf8')).toBe('mine');
});

test('a name that is no UTF-8 stops nothing, and a pattern that no shell expands is one', async () => {
  const bytes = randomBytes(700_000);
  home.write('old/plain.txt', 'x');
  fs.writeFileSync(Buffer.from(home.file('old/caf\u00e9.bin'), 'latin1'), bytes);
  home.write('a.txt', 'one');
  const sent = await home.run(['send', 'old', '*.txt']);
  expect(sent).toMatchObject({
    code: 0,
    err: expect.stringContaining('old/caf\u00e9.bin: its name is not UTF-8'),
  });
  expect((await home.run(['get', sent.out.trim(), '-o', 'copy'])).code).toBe(0);
  expect(Object.keys(treeOf(home.file('copy')))).toEqual(['a.txt', 'old/caf\u00e9.bin', 'old/plain.txt']);
  expect(fs.readFileSync(home.file('copy/old/caf\u00e9.bin')).equals(bytes)).toBe(true);
});

test('a password is taken from the environment, and never from the arguments', async () => {
  home.write('a.txt', 'secret');
  const env = { SLIPWAY_PASSWORD: 'öpen sesame' };
  const { out } = await home.run(['send', 'a.txt', '--password', '--views', '3', '--expires', '2h'], { env });
  expect((await shares())[0]).toMatchObject({ password: true, maxViews: 3, validity: 7_200_000 });
  const link = out.trim();
  expect(await home.run(['get', link, '-o', 'x'])).toMatchObject({ code: 3, out: '' });
  const wrong = await home.run(['get', link, '-o', 'x'], { env: { SLIPWAY_PASSWORD: 'no' } });
  expect(wrong.code).toBe(3);
  expect((await home.run(['get', link, '-o', 'x'], { env })).code).toBe(0);
  expect(fs.readFileSync(home.file('x/a.txt'), 'utf8')).toBe('secret');
});

test('a pipe becomes one file, and a broken one nothing', async () => {
  const piped = await home.run(['send', '--name', 'logs.tar', '-'], { input: Buffer.alloc(3_000_000, 7) });
  expect(piped).toMatchObject({ code: 0, out: expect.stringContaining('/app/open/') });
  expect((await shares())[0]).toMatchObject({ firstFile: 'logs.tar', size: 3_000_000 });

  const before = await shares();
  const empty = await home.run(['send', '-'], { input: '' });
  expect(empty).toMatchObject({ code: 1, err: expect.stringContaining('Nothing came through the pipe') });
  expect(await shares()).toEqual(before);
  const child = home.start(['send', '-']);
  child.stdin?.write(Buffer.alloc(500_000));
  const end = ended(child);
  await new Promise((resolve) => child.stdin?.write(Buffer.alloc(10), resolve));
  child.kill('SIGKILL');
  await end;
  expect(await shares()).toHaveLength(1);
  expect((await home.run(['send', '-', 'x'])).code).toBe(2);
});

test('an inbox takes files and pipes from anybody', async () => {
  const body = { name: 'Inbox', validity: 86_400_000, enabled: true, members: [] };
  const { id } = await person.call(alias.create, { body });
  home = home.replacedBy();
  home.write('dir/a.txt', 'one');
  const inbox = `${running().url}/app/share/${id}`;
  expect(await home.run(['inbox', 'send', inbox, 'dir'])).toMatchObject({ code: 0, out: 'Delivered.\n' });
  expect((await home.run(['inbox', 'send', inbox, '--name', 'b.txt', '-'], { input: 'two' })).code).toBe(0);
  const arrived = (await shares()).map(({ firstFile, files }) => [firstFile, files]);
  expect(arrived).toEqual([
    ['b.txt', 1],
    ['a.txt', 1],
  ]);
  expect((await home.run(['inbox', 'send', `${running().url}/app/share/nobody`, 'dir'])).code).toBe(3);
});

test('a delivery that was killed at its very end is not delivered twice, with a password either', async () => {
  const body = { name: 'Inbox', validity: 86_400_000, enabled: true, members: [] };
  const { id: inboxId } = await person.call(alias.create, { body });
  await person.call(alias.setPassword, { params: { id: inboxId }, body: { value: 'open sesame' } });
  home = home.replacedBy({ SLIPWAY_PASSWORD: 'open sesame' });
  const file = home.write('a.txt', 'one');
  const inbox = `${running().url}/app/share/${inboxId}`;
  const deliver = () => home.run(['--json', 'inbox', 'send', inbox, 'a.txt']);
  const { id } = JSON.parse((await deliver()).out) as { id: string };
  const [{ id: fileId } = { id: '' }] = (await person.call(share.get, { params: { id } })).files;

  // What the command remembers until it has said that all is delivered; the last line is of a crash.
  const key = JSON.stringify(['inbox', running().url, inboxId, home.home, 'a.txt']);
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const state = { server: running().url, share: id, process: 99_999_999, begunAt: Date.now() };
  home.write(`.local/state/slipway/sends/${name}.json`, JSON.stringify(state));
  const stamp = `3 ${Math.floor(fs.statSync(file).mtimeMs)} a.txt`;
  const url = `${running().url}/api/v2/alias/upload/${id}/files/tus/${fileId}`;
  home.write(`.local/state/slipway/sends/${name}.urls`, `\n${JSON.stringify([stamp, url])}\n["b","http`);
  const remembered = fs.readFileSync(home.file(`.local/state/slipway/sends/${name}.json`));
  expect(JSON.parse((await deliver()).out)).toMatchObject({ id, files: 1 });
  expect((await shares()).map(({ files }) => files)).toEqual([1]);

  // One that the owner has deleted begins anew, at the second try.
  await person.call(share.remove, { params: { id } });
  home.write(`.local/state/slipway/sends/${name}.json`, remembered);
  expect((await deliver()).code).toBe(4);
  expect((await deliver()).code).toBe(0);
  expect((await shares()).map(({ files }) => files)).toEqual([1]);
});

test('shares are listed, extended and deleted by ID and by link', async () => {
  home.write('a.txt', 'x');
  const link = (await home.run(['send', 'a.txt', '--name', 'Plans', '--expires', '1 day'])).out.trim();
  const [{ id = '', endsAt = 0 } = {}] = await shares();
  expect((await home.run(['ls'])).out).toMatch(new RegExp(`^${id}\\t1\\t1B\\t.*\\t${link}\\tPlans\\n$`));
  expect((await home.run(['extend', link, '7 days'])).code).toBe(0);
  expect((await shares())[0]?.endsAt).toBe((endsAt ?? 0) + 7 * 86_400_000);
  expect((await home.run(['rm', link])).out).toBe(`Deleted ${id}\n`);
  expect(await home.run(['rm', id])).toMatchObject({ code: 4, out: '' });
  expect((await home.run(['get', link])).code).toBe(4);
});

test('the ID of a link is enough, also of one of words and of one that is over', async () => {
  home.write('a.txt', 'x');
  const linkOf = async () => (await home.run(['send', 'a.txt', '--new'])).out.trim().split('/').at(-1) ?? '';
  const link = await linkOf();
  const [{ id = '' } = {}] = await shares();
  await onDatabase((db) =>
    db.query(`UPDATE "Publication" SET "publishUntil" = now() - interval '1 day' WHERE "shareId" = $1`, [id]),
  );
  expect((await home.run(['extend', link, '2 days'])).code).toBe(0);
  const endsIn = ((await shares())[0]?.endsAt ?? 0) - Date.now();
  expect(Math.abs(endsIn - 2 * 86_400_000)).toBeLessThan(120_000);
  await person.call(share.setLink, { params: { id }, body: { value: 'autumn-report-2026' } });
  expect((await home.run(['rm', 'Autumn-Report-2026'])).out).toBe(`Deleted ${id}\n`);
  expect(await home.run(['rm', 'nothing-of-mine'])).toMatchObject({ code: 4, out: '' });
  const another = await linkOf();
  expect((await home.run(['rm', another])).code).toBe(0);
  expect(await shares()).toEqual([]);
});

test('a day ends a link with its last minute where the person is, and times are written so', async () => {
  home.write('a.txt', 'x');
  home.env.TZ = 'Asia/Tokyo';
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [day, later] = [dayIn(30), dayIn(60)];
  const lastMinute = (one: string) => Date.parse(`${one}T23:59:00+09:00`);
  await home.run(['send', 'a.txt', '--expires', day]);
  await home.run(['send', '-', '--expires', day], { input: 'y' });
  const [piped, sent] = await shares();
  expect(sent?.endsAt).toBe(lastMinute(day));
  expect(Math.abs((piped?.endsAt ?? 0) - lastMinute(day))).toBeLessThan(120_000);
  expect((await home.run(['ls'])).out.split('\n')[1]).toContain(`\t${day} 23:59\t`);
  expect((await home.run(['extend', sent?.id ?? '', later])).out).toBe(`Open until ${later} 23:59\n`);
  const over = await home.run(['send', 'a.txt', '--expires', '2020-02-01']);
  expect(over).toMatchObject({ code: 2, err: 'slipway: 2020-02-01 is over.\n' });
  for (const wrong of ['2030-02-30', 'soon'])
    expect((await home.run(['send', 'a.txt', '--expires', wrong])).err).toContain(
      'neither a duration nor a day',
    );
});

const hasTerminals = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasTerminals)('on a terminal, shares are a table of 80 columns', async () => {
  home.write('a.txt', 'x');
  const name = `計画 ${'a long name '.repeat(9)}`;
  const link = (await home.run(['send', 'a.txt', '--name', name])).out.trim();
  const typed = `stty cols 80; exec "${process.execPath}" "${commandFile}" ls`;
  const { stdout } = spawnSync('script', ['-qec', typed, '/dev/null'], { encoding: 'utf8', env: home.env });
  const lines = stdout.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^ID {32}FILES {2}SIZE {2}OPEN UNTIL {8}NAME$/);
  expect(lines[1]).toMatch(
    new RegExp(`^${link.split('/').at(-1)} {2}1 {6}1B {4}\\d{4}-.* {2}計画 a long.*…$`),
  );
  expect(lines).toHaveLength(2);
});

test('a link with BASE_URL works for who reaches the server by another address', async () => {
  home.write('a.txt', 'x');
  const elsewhere = running().url.replace('localhost', '127.0.0.1');
  expect(elsewhere).not.toBe(running().url);
  home.env.SLIPWAY_URL = elsewhere;
  const link = (await home.run(['send', 'a.txt'])).out.trim();
  expect(link).toMatch(new RegExp(`^${running().url}/app/open/`));
  expect((await home.run(['ls'])).out).toContain(`\t${link}\t`);
  expect((await home.run(['get', link, '-o', 'copy'])).code).toBe(0);
  expect((await home.run(['extend', link, '1 day'])).code).toBe(0);
  expect((await home.run(['rm', link])).code).toBe(0);
});

test('with --json, stderr has JSON alone', async () => {
  home.write('a.txt', 'x');
  fs.mkdirSync(home.file('empty'));
  const said = async (args: string[], env = {}) => {
    const { out, err } = await home.run(['--json', ...args], { env });
    return {
      out,
      err: err
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    };
  };
  const failure = (code: string, message: unknown = expect.any(String)) => ({
    out: '',
    err: [{ code, message }],
  });
  const invalid = expect.stringContaining('This access token is not valid: revoked, expired or mistyped.');
  expect(await said(['ls'], { SLIPWAY_TOKEN: 'mistyped' })).toEqual(failure('auth.required', invalid));
  expect(await said(['rm', 'nothing'])).toEqual(failure('notFound'));
  expect(await said(['send', 'gone.txt'])).toEqual(failure('failed', 'gone.txt: No such file or folder'));
  expect(await said(['send'])).toEqual(failure('usage', "missing required argument 'files'"));
  expect(await said(['ls', '--unknown'])).toEqual(failure('usage', "unknown option '--unknown'"));
  expect(await said(['ls'], { SLIPWAY_URL: 'http://127.0.0.1:9' })).toEqual(failure('unreachable'));
  const only = { SLIPWAY_TOKEN: await made(['read']) };
  expect(await said(['send', 'a.txt'], only)).toEqual(failure('token.scopeMissing'));
  const { out, err } = await said(['send', 'a.txt', 'empty']);
  expect(JSON.parse(out)).toMatchObject({ files: 1 });
  expect(err).toEqual([{ note: 'empty is empty. Skipped.' }, { note: '1 file, 1B' }]);
});

test('how it ends tells scripts why', async () => {
  home.write('a.txt', 'x');
  const say = (args: string[], env: Record<string, string>) => home.run(args, { env });
  expect((await say(['send'], {})).code).toBe(2);
  expect((await say(['send', 'a.txt', '--views', 'many'], {})).code).toBe(2);
  expect((await say(['send', 'missing.txt'], {})).code).toBe(1);
  expect((await say(['ls'], { SLIPWAY_URL: 'http://127.0.0.1:9' })).code).toBe(5);
  const only = await made(['upload']);
  expect(await say(['ls'], { SLIPWAY_TOKEN: only })).toMatchObject({
    code: 3,
    err: expect.stringContaining('lacks the scope read'),
  });
  expect(await say(['send', 'a.txt'], { SLIPWAY_TOKEN: only })).toMatchObject({
    code: 3,
    err: expect.stringContaining('lacks the scope manage'),
  });
  const reads = { SLIPWAY_TOKEN: await made(['read']) };
  for (const input of ['', Buffer.alloc(20_000_000)]) {
    const piped = await home.run(['send', '-'], { env: reads, input });
    expect(piped).toMatchObject({ code: 3, err: expect.stringContaining('lacks the scope upload') });
  }
  expect(await shares()).toEqual([]);
  expect(await say(['ls'], { SLIPWAY_TOKEN: only.slice(0, -1) })).toMatchObject({
    code: 3,
    err: expect.stringContaining(`Run: slipway login ${running().url}`),
  });
  const { items } = await person.call(token.list, {});
  for (const { id } of items) await person.call(token.revoke, { params: { id } });
  expect((await say(['ls'], {})).code).toBe(3);
});

test('a send that is killed goes on, and no file is there twice', async () => {
  for (let n = 0; n < 60; n++)
    home.write(`many/${n % 7}/${n}.bin`, randomBytes(n % 10 === 0 ? 4_000_000 : 30_000));
  const arrived = async () => (await shares())[0]?.files ?? 0;
  const send = () => home.start(['send', 'many']);
  let sent: Awaited<ReturnType<typeof ended>> | null = null;
  for (let kills = 0; kills < 3 && !sent; kills++) {
    const before = await arrived();
    if (before === 60) break;
    const child = send();
    const end = ended(child);
    await expect.poll(arrived, { interval: 20, timeout: 20_000 }).toBeGreaterThan(before);
    child.kill('SIGKILL');
    const run = await end;
    if (run.out) sent = run;
  }
  const { out, err } = sent ?? (await ended(send()));
  expect(out, err).toContain('/app/open/');
  const listed = await shares();
  expect(listed.map(({ files, incomplete }) => ({ files, incomplete }))).toEqual([
    { files: 60, incomplete: 0 },
  ]);
  expect((await home.run(['get', out.trim(), '-o', 'copy'])).code).toBe(0);
  expect(treeOf(path.join(home.file('copy'), 'many'))).toEqual(treeOf(home.file('many')));
  expect((await shares())[0]?.views).toBe(1);
});

test('a send that is killed between its publication and its end says the link again', async () => {
  home.write('a.txt', 'one');
  const sends = home.file('.local/state/slipway/sends');
  const child = home.start(['send', 'a.txt']);
  const state = await new Promise<{ file: string; content: string }>((resolve) => {
    const look = () => {
      const [file] = fs.existsSync(sends) ? fs.readdirSync(sends).filter((one) => one.endsWith('.json')) : [];
      const content = file ? fs.readFileSync(path.join(sends, file), 'utf8') : '';
      if (file && /"share":\s*"/.test(content)) resolve({ file, content });
      else setImmediate(look);
    };
    look();
  });
  const first = await ended(child);
  expect(first.out).toContain('/app/open/');
  const restored = () => fs.writeFileSync(path.join(sends, state.file), state.content);

  restored();
  expect((await home.run(['send', 'a.txt'])).out).toBe(first.out);
  expect(await shares()).toHaveLength(1);

  // Its link is somebody's already: what is sent with other files is another share.
  restored();
  home.write('a.txt', 'other');
  expect((await home.run(['send', 'a.txt'])).out).not.toBe(first.out);
  expect(await shares()).toHaveLength(2);
});
