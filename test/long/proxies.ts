// `npm run test:long -- proxies`: puts each proxy of docs/operate/proxy.md that Debian has before a server, as the
// page configures it, and uses it as people do: sign-in, 3 GB that break off and go on, parts of them, mails, addresses.
import fs from 'node:fs';
import https from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountCode } from '@/lib/contract/account/account-code';
import { audit } from '@/lib/contract/admin/audit';
import { doctor, type Examination } from '@/lib/contract/admin/doctor';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { session } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { Documented, documentedProxies, type ProxyName } from '../../e2e/identity/documented-proxies';
import { MailSink } from '../../testing/network/mail-sink';
import { onDatabase } from '../../testing/server/database';
import { admin, TestServer } from '../../testing/server/test-server';

const mib = 1024 * 1024;
const wholeBytes = 3072 * mib;
const breakBytes = 1500 * mib;
const client = '127.0.0.2';
const mailbox = 'admin@example.org';

type ProxyReply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
type Question = {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Bytes of the large file from here on; broken off after `sent`. */
  bytes?: { from: number; sent: number };
};

/** Its bytes say where they are, so that a part can be compared without the whole. */
function blockAt(index: number): Buffer {
  const block = Buffer.alloc(mib, `${index} `);
  block.writeUInt32BE(index, mib - 4);
  return block;
}

function* blocksFrom(start: number): Generator<Buffer> {
  for (let at = start; at < wholeBytes; at = (Math.floor(at / mib) + 1) * mib)
    yield blockAt(Math.floor(at / mib)).subarray(at % mib);
}

function check(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(`Not so: ${sentence}`);
  process.stdout.write(`  ✓ ${sentence}\n`);
}

class Person {
  private token = '';
  private readonly base: string;
  private readonly ca: Buffer;

  constructor(base: string, caFile: string) {
    this.base = base;
    this.ca = fs.readFileSync(caFile);
  }

  /** Comes from 127.0.0.2 and says that it came from elsewhere. */
  ask(path: string, { method = 'GET', headers = {}, body, bytes }: Question = {}): Promise<ProxyReply> {
    return new Promise((resolve, reject) => {
      const own = { [headerNames.auth]: this.token, 'x-forwarded-for': '203.0.113.9' };
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const request = https.request(
        new URL(path, this.base),
        { method, agent: false, ca: this.ca, localAddress: client, headers: { ...own, ...json, ...headers } },
        async (reply) => {
          const parts: Buffer[] = [];
          try {
            for await (const part of reply) parts.push(part);
          } catch (error) {
            return reject(error);
          }
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) });
        },
      );
      request.on('error', reject);
      if (!bytes) return request.end(body === undefined ? undefined : JSON.stringify(body));
      let sent = 0;
      const source = Readable.from(blocksFrom(bytes.from)).on('data', (block: Buffer) => {
        sent += block.length;
        if (sent >= bytes.sent) request.destroy();
      });
      source.pipe(request);
    });
  }

  async json<T>(path: string, question?: Question): Promise<T> {
    const { status, body } = await this.ask(path, question);
    if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`);
    return JSON.parse(body.toString());
  }

  async signIn(): Promise<string> {
    const body = { account: admin.login, password: admin.password };
    const answer = await this.ask(auth.login.path, { method: 'POST', body });
    this.token = JSON.parse(answer.body.toString()).token ?? '';
    return String(answer.headers['set-cookie']);
  }

  /** Asks until the broken request is over. */
  async offsetOf(upload: string): Promise<number> {
    for (;;) {
      const { status, headers } = await this.ask(upload, {
        method: 'HEAD',
        headers: { 'tus-resumable': '1.0.0' },
      });
      if (status === 200) return Number(headers['upload-offset']);
      if (status !== 423) throw new Error(`HEAD was answered with ${status}.`);
      await sleep(200);
    }
  }
}

async function tryLargeFile(person: Person, name: string): Promise<void> {
  const { id } = await person.json<{ id: string }>(share.create.path, {
    method: 'POST',
    body: { name, validity: 3_600_000, maxViews: 1 },
  });
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await person.ask(`/api/v2/sec/upload/${id}/files/tus`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(wholeBytes), 'content-length': '0' },
  });
  const upload = String(created.headers.location);
  const patch = (from: number, sent: number) =>
    person.ask(upload, {
      method: 'PATCH',
      headers: {
        ...tus,
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(wholeBytes - from),
      },
      bytes: { from, sent },
    });
  const broken = await patch(0, breakBytes).catch(() => null);
  let offset = await person.offsetOf(upload);
  check(
    broken === null && offset > breakBytes / 2 && offset <= breakBytes + mib,
    `of an upload that breaks off, ${Math.round(offset / mib)} of ${breakBytes / mib} MiB have arrived`,
  );
  let rest = await patch(offset, Number.POSITIVE_INFINITY);
  while (rest.status === 423 || rest.status === 409) {
    offset = await person.offsetOf(upload);
    rest = await patch(offset, Number.POSITIVE_INFINITY);
  }
  check(rest.status === 204, `the rest of ${wholeBytes / mib} MiB goes up in one request`);
  const file = `/api/v2/sec/share/${id}/file/${upload.split('/').at(-1)}`;
  for (const start of [0, offset - mib / 2, 2048 * mib - mib / 2, wholeBytes - mib]) {
    const index = Math.floor(start / mib);
    const expected = Buffer.concat([blockAt(index), blockAt(index + 1)])
      .subarray(start % mib)
      .subarray(0, mib);
    const range = `bytes=${start}-${start + mib - 1}`;
    const part = await person.ask(file, { headers: { range } });
    check(part.status === 206 && part.body.equals(expected), `${range} comes back as it was`);
  }
}

async function tryProxy(name: ProxyName): Promise<void> {
  process.stdout.write(`${name}\n`);
  const [proxy, mails] = [await Documented.make(name), await MailSink.open()];
  const base = `https://localhost:${proxy.tlsPort}`;
  const env = {
    BASE_URL: base,
    TRUSTED_PROXIES: '127.0.0.1',
    PROXY_AUTH: 'true',
    MAX_SIZE: '4G',
    SMTP_URL: mails.url,
    MAIL_FROM: 'files@example.org',
    NODE_EXTRA_CA_CERTS: proxy.caFile,
  };
  const server = await TestServer.make({ env });
  try {
    await server.start();
    await proxy.startBefore(server.port);
    const person = new Person(base, proxy.caFile);

    const plain = await fetch(`http://localhost:${proxy.port}/app/login?x=1`, { redirect: 'manual' });
    const leadsTo = plain.headers.get('location') ?? '';
    const isSame = leadsTo.startsWith('https://localhost') && leadsTo.endsWith('/app/login?x=1');
    check([301, 308].includes(plain.status) && isSame, 'http leads to the same page by https');

    for (const [user, email] of [
      ['x-valid-user', 'x-user-email'],
      ['x_valid_user', 'x_user_email'],
      ['X-VALID-USER', 'x-user-email'],
    ] as const) {
      const headers = { [user]: 'carol', [email]: 'carol@example.org' };
      const forged = await person.ask(auth.proxy.path, { method: 'POST', headers });
      const { code } = JSON.parse(forged.body.toString());
      check(code === 'auth.proxyRefused', `nobody signs in by ${user}`);
    }

    check(/; Secure/i.test(await person.signIn()), 'a person signs in, and the cookie stays on https');
    const sessions = await person.json<{ items: { address: string | null }[] }>(session.list.path);
    const entries = await person.json<{ items: { event: string; address: string | null }[] }>(
      `${audit.search.path}?event=login`,
    );
    const addresses = [...sessions.items, ...entries.items].map(({ address }) => address);
    check(
      addresses.length > 1 && addresses.every((address) => address === client),
      `sessions and audit have the person's own address: ${addresses.join(', ')}`,
    );

    const setAddress = 'UPDATE "Account" SET email = $1 WHERE login = $2';
    await onDatabase((db) => db.query(setAddress, [mailbox, admin.login]), server.databaseUrl);
    await person.json(accountCode.forgot.path, { method: 'POST', body: { account: admin.login } });
    while (mails.for(mailbox).length === 0) await sleep(100);
    const [link = ''] = /https?:\/\/\S+/.exec(mails.for(mailbox)[0]?.email.text ?? '') ?? [];
    check(link.startsWith(`${base}/app/`), `a mail leads to the public address: ${link.split('#')[0]}`);

    const { findings } = await person.json<Examination>(doctor.examine.path);
    for (const about of ['baseUrl', 'upload', 'download', 'proxies', 'proxyAuth'] as const) {
      const found = findings.find((one) => one.check === about);
      check(found?.outcome === 'fine', `the doctor finds ${about} ${found?.outcome} (${found?.code})`);
    }

    await tryLargeFile(person, name);
  } finally {
    await proxy.remove();
    await server.remove();
    await mails.close();
  }
}

const only = process.argv.slice(2);
const names = Object.keys(documentedProxies) as ProxyName[];
for (const name of names.filter((one) => only.length === 0 || only.includes(one))) await tryProxy(name);
process.exit(0);
