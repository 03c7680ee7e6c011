import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { webhookEvents } from '@/lib/contract/webhook';

type Case = { secret: string; headers: Record<string, string>; body: string };
type Program = { version: string[]; write: (block: string) => Record<string, string>; run: string[] };

const read = 'JSON.parse(process.argv[2])';

/** Each is the block of docs/use/webhooks.md and what asks it about a case, which is its last argument. */
const programs: Record<string, Program> = {
  js: {
    version: ['node', '--version'],
    write: (block) => ({
      'verify.mjs': `${block}
const { secret, headers, body } = ${read};
console.log(isGenuine(secret, headers, Buffer.from(body)));`,
    }),
    run: ['node', 'verify.mjs'],
  },
  python: {
    version: ['python3', '--version'],
    write: (block) => ({
      'verify.py': `${block}
import json, sys
case = json.loads(sys.argv[1])
print(str(is_genuine(case["secret"], case["headers"], case["body"].encode())).lower())`,
    }),
    run: ['python3', 'verify.py'],
  },
  bash: {
    version: ['openssl', 'version'],
    write: (block) => ({
      'verify.mjs': `import { spawnSync } from 'node:child_process';
const { secret, headers, body } = ${read};
const args = [secret, ...['id', 'timestamp', 'signature'].map((name) => headers['webhook-' + name])];
console.log(spawnSync('bash', ['verify.sh', ...args], { input: body }).status === 0);`,
      'verify.sh': `${block}\nis_genuine "$@"`,
    }),
    run: ['node', 'verify.mjs'],
  },
  go: {
    version: ['go', 'version'],
    write: (block) => ({
      'go.mod': 'module verify\n\ngo 1.19\n',
      'verify.go': `package main
import ("crypto/hmac"; "crypto/sha256"; "encoding/base64"; "encoding/json"; "fmt"; "net/http"; "os"; "strconv"; "strings"; "time")
${block}
func main() {
	var one struct { Secret, Body string; Headers map[string]string }
	json.Unmarshal([]byte(os.Args[1]), &one)
	headers := http.Header{}
	for name, value := range one.Headers { headers.Set(name, value) }
	fmt.Println(isGenuine(one.Secret, headers, []byte(one.Body)))
}`,
    }),
    run: ['go', 'run', '.'],
  },
};

const page = fs.readFileSync('docs/use/webhooks.md', 'utf8');
const isInstalled = ([program = '', ...args]: string[]) => spawnSync(program, args).status === 0;
const names = Object.keys(programs).map((language) => [language] as const);

// Go isn't everywhere.
test.each(names.filter(([name]) => isInstalled(programs[name]?.version ?? [])))(
  'what the page on webhooks has in %s takes what is genuine and nothing else',
  (language) => {
    const { write, run } = programs[language] as Program;
    const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-webhook-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    for (const [file, text] of Object.entries(write(block))) fs.writeFileSync(path.join(folder, file), text);
    const ask = (one: Case) => {
      const [program = '', ...args] = run;
      const env = { ...process.env, GOCACHE: path.resolve('.cache/go') };
      return execFileSync(program, [...args, JSON.stringify(one)], { cwd: folder, env })
        .toString()
        .trim();
    };
    const genuine = signed();
    const other = signed().headers['webhook-signature'] ?? '';
    const withHeader = (name: string, value: string) => ({
      ...genuine,
      headers: { ...genuine.headers, [name]: value },
    });
    const signature = genuine.headers['webhook-signature'] ?? '';
    expect(ask(genuine)).toBe('true');
    expect(ask(withHeader('webhook-signature', `${other} ${signature}`))).toBe('true');
    expect(ask({ ...genuine, body: `${genuine.body} ` })).toBe('false');
    expect(ask({ ...genuine, secret: newSecret() })).toBe('false');
    expect(ask(withHeader('webhook-id', 'evt_2'))).toBe('false');
    expect(ask(withHeader('webhook-signature', 'v1,*'))).toBe('false');
    expect(ask(signed(Date.now() / 1000 - 3_600))).toBe('false');
  },
);

test('the page on webhooks says of every event when it comes and what it has', () => {
  const named = [...page.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...webhookEvents, 'test'].sort());
});

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

function signed(seconds = Date.now() / 1000): Case {
  const [secret, at] = [newSecret(), String(Math.floor(seconds))];
  const body = JSON.stringify({ type: 'share.published', data: { name: 'Überfahrt' } });
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`evt_1.${at}.${body}`);
  return {
    secret,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': at,
      'webhook-signature': `v1,${mac.digest('base64')}`,
    },
    body,
  };
}
