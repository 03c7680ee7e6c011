import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { token } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { gitHubAction, screenshotScript, shareX } from '@/lib/domain/tool-files';
import { type Api, api, newAccount } from '@/testing/people/account';
import { CommandHome, ended } from '@/testing/people/cli';
import { running } from '@/testing/server/running';

let person: Api;
let home: CommandHome;
let terms: { server: string; token: string; appName: string };
beforeEach(async () => {
  person = await api(await newAccount());
  home = new CommandHome();
  const body = { name: 'Tool', scopes: ['upload' as const], validity: 3_600_000, networks: [] };
  const secret = (await person.call(token.create, { body })).token ?? '';
  terms = { server: running().url, token: secret, appName: "Anna's files" };
});
afterEach(() => home.remove());

const newest = async () => (await person.call(share.search, {})).items[0];

function stub(name: string, script: string) {
  home.write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  fs.chmodSync(home.file(`bin/${name}`), 0o755);
}

const png = Buffer.from('89504e470d0a1a0a', 'hex');

// ShareX fills in what the file says (getsharex.com/docs/custom-uploader): a form whose file is the part FileFormName,
// and {json:…} in URL is read out of the answer.
test('ShareX gets a link by what its file says', async () => {
  const { name, text } = shareX(terms);
  expect(name).toBe('Annas files.sxcu');
  const uploader = JSON.parse(text);
  const form = new FormData();
  form.append(uploader.FileFormName, new Blob([png], { type: 'image/png' }), 'ShareX_2026.png');
  const { RequestURL, RequestMethod, Headers } = uploader;
  const answer = await fetch(RequestURL, { method: RequestMethod, headers: Headers, body: form });
  const json = (await answer.json()) as Record<string, string>;
  const field = (pattern: string) => json[/^\{json:(\w+)\}$/.exec(pattern)?.[1] ?? ''];
  expect(field(uploader.URL)).toMatch(/\/app\/open\//);
  expect(await newest()).toMatchObject({ firstFile: 'ShareX_2026.png', size: 8 });
  const headers = { ...Headers, Authorization: 'Bearer slw_none' };
  const refused = await fetch(RequestURL, { method: RequestMethod, headers, body: form });
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    401,
    'This access token is not valid: revoked, expired or mistyped.',
  ]);
});

// `flameshot gui --raw` writes the PNG to standard output, and nothing when it is closed (flameshot.org/docs/advanced);
// `spectacle --background --output` writes it to the file named.
test.each([
  ['flameshot', '[ "$*" = "gui --raw" ] && printf "\\211PNG\\r\\n\\032\\n"'],
  ['spectacle', 'while [ "$1" != --output ]; do shift; done; printf "\\211PNG\\r\\n\\032\\n" > "$2"'],
])('the script sends what %s takes, and copies the link', async (program, does) => {
  stub(program, does);
  stub('xclip', 'cat > "$HOME/clipboard"');
  const file = home.write('shot.sh', screenshotScript(terms).text);
  const env = { ...home.env, PATH: `${home.file('bin')}:/usr/bin:/bin` };
  const { code, out, err } = await ended(spawn('sh', [file], { env }));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/\/app\/open\/\S+\n$/);
  expect(fs.readFileSync(home.file('clipboard'), 'utf8')).toBe(out.trim());
  expect(await newest()).toMatchObject({ firstFile: expect.stringMatching(/^screenshot-.*\.png$/), size: 8 });
});

test('nothing is sent when the screenshot was given up', async () => {
  stub('flameshot', 'exit 1');
  const file = home.write('shot.sh', screenshotScript(terms).text);
  const env = { ...home.env, PATH: `${home.file('bin')}:/usr/bin:/bin` };
  expect((await ended(spawn('sh', [file], { env }))).code).toBe(0);
  expect(await newest()).toBeUndefined();
});

test('the action for GitHub is a workflow whose last step sends, and holds no token', async () => {
  const { text } = gitHubAction(terms);
  expect(text).not.toContain(terms.token);
  const { steps } = (parse(text) as { jobs: { share: { steps: { run?: string }[] } } }).jobs.share;
  home.write('build.tar.gz', 'built');
  const env = { ...home.env, SLIPWAY_TOKEN: terms.token, GITHUB_STEP_SUMMARY: home.file('summary') };
  const last = steps.at(-1)?.run ?? '';
  const ran = await ended(spawn('bash', ['-e', '-c', last], { cwd: home.home, env }));
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(fs.readFileSync(home.file('summary'), 'utf8')).toContain('/app/open/');
  expect(await newest()).toMatchObject({ firstFile: 'build.tar.gz', validity: 14 * 86_400_000 });
});

// An iPhone's shortcut sends a form and takes whatever comes back.
test('an iPhone’s shortcut gets the link as a line of text', async () => {
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/heic' }), 'IMG_0001.HEIC');
  const headers = {
    authorization: `Bearer ${terms.token}`,
    accept: '*/*',
    'user-agent': 'BackgroundShortcutRunner/1',
  };
  const answer = await fetch(`${terms.server}/u/`, { method: 'POST', headers, body: form });
  expect(await answer.text()).toMatch(/^https?:\/\/\S+\/app\/open\/\S+\n$/);
});
