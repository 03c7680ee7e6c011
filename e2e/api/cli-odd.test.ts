import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount } from '@/testing/people/account';
import { CommandHome, commandFile, ended } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

let person: Api;
let home: CommandHome;
beforeEach(async () => {
  person = await api(await newAccount());
  const scopes = ['upload' as const, 'read' as const, 'manage' as const];
  const body = { name: 'cli', scopes, validity: 3_600_000, networks: [] };
  const { token: made } = await person.call(token.create, { body });
  home = new CommandHome({ SLIPWAY_URL: running().url, SLIPWAY_TOKEN: made ?? '' });
  home.write('a.txt', 'x');
});
afterEach(() => home.remove());

const shares = async () => (await person.call(share.search, {})).items;

test('existing shares of a list are deleted, and the missing ones are named', async () => {
  const [one, other] = [await home.run(['send', 'a.txt']), await home.run(['send', 'a.txt'])];
  const ran = await home.run(['rm', 'gone-1', one.out.trim(), 'https://x.example/no', other.out.trim()]);
  expect(ran).toMatchObject({ code: 2, out: expect.stringMatching(/^Deleted .+\nDeleted .+\n$/) });
  expect(ran.err).toMatch(/gone-1[\s\S]*x\.example/);
  expect(await shares()).toEqual([]);
});

test('a pipe has the note that was given with it', async () => {
  const { code } = await home.run(['send', '-', '--note', 'Every *night*'], { input: 'y' });
  expect(code).toBe(0);
  const [{ id = '' } = {}] = await shares();
  expect(await person.call(share.get, { params: { id } })).toMatchObject({ descriptionRaw: 'Every *night*' });
});

test.skipIf(!fs.existsSync('/dev/full'))(
  'a link that can’t be written is no success, and is said by the next run',
  async () => {
    const full = fs.openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [commandFile, 'send', 'a.txt'], {
      cwd: home.home,
      env: home.env,
      stdio: ['ignore', full, 'pipe'],
    });
    expect(await ended(child)).toMatchObject({ code: 1, err: expect.stringContaining('The disk is full') });
    fs.closeSync(full);
    expect((await home.run(['send', 'a.txt'])).out).toContain('/app/open/');
    expect(await shares()).toHaveLength(1);
  },
);

test('a token may end with the line of the file that it came from', async () => {
  home.env.SLIPWAY_TOKEN += '\n';
  home.write('large.bin', Buffer.alloc(400_000));
  expect(await home.run(['send', 'a.txt', 'large.bin'])).toMatchObject({ code: 0 });
});
