import { beforeAll, describe, expect, test, vi } from 'vitest';
import { callRows } from '@/e2e/gate/rows-calls';
import { errors } from '@/lib/contract/errors';
import type { Endpoint } from '@/lib/contract/http/endpoint';
import { headerNames } from '@/lib/contract/http/names';
import type { Scope } from '@/lib/contract/http/scope';
import { endpoints } from '@/lib/contract/index';
import { createToken } from '@/lib/features/token/tokens';
import { hashPassword } from '@/lib/server/auth/password';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, inNewSession, ownAlias, userContext } from '@/testing/service/context';

vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1'); // where mail is off, calls about it say so first

/** Calls about one share or inbox. `e2e/gate` asks all calls, as all callers, of a server. */
const calls = endpoints
  .filter(
    ({ access, who, path }) => access === 'user' && who !== 'account' && /(share|alias)\/\{id\}/.test(path),
  )
  .map((call) => [`${call.method} ${call.path}`, call] as const);

const people = ['owner', 'member', 'other', 'admin'] as const;
type Who = (typeof people)[number];

let crowd: Record<Who, UserContext & { token: string }>;
let bait: Target;

beforeAll(async () => {
  const made = people.map(async (who) => {
    const ctx = await inNewSession(await userContext({ now: new Date(), admin: who === 'admin' }));
    const ask = { name: 'x', scopes: ['read', 'manage'] satisfies Scope[], validity: 600_000, networks: [] };
    return [who, { ...ctx, token: (await createToken(ctx, ask)).token }] as const;
  });
  crowd = Object.fromEntries(await Promise.all(made)) as typeof crowd; // Safe: it has everybody of `people`.
  bait = await newTarget();
});

/** A published share that came through an inbox of `owner` with one `member`. */
async function newTarget() {
  const { owner, member } = crowd;
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  const { id: shareId } = await draftShare(owner);
  const fileId = owner.newId();
  const file = { id: fileId, shareId, name: 'a.txt', sizeBytes: 3, mimeType: 'text/plain' };
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  await owner.db.file.create({ data: file });
  await publishShare(owner, { shareId, reuseId: true });
  return { shareId, aliasId, fileId };
}

type Target = Awaited<ReturnType<typeof newTarget>>;
type Handler = (request: Request, args: { params: Promise<unknown> }) => Promise<Response>;

async function handlerOf({ method, path }: Endpoint): Promise<Handler | undefined> {
  const file = `${process.cwd()}/app${path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
  return ((await import(file)) as Record<string, Handler>)[method];
}

/** Calls the route itself and returns the status of its answer, and the code of a refusal. */
async function ask(call: Endpoint, who: Who, target: Target, missing?: string) {
  const handler = await handlerOf(call);
  const { aliasId, shareId, fileId } = target;
  const id = missing ?? (call.path.includes('alias/{id}') ? aliasId : shareId);
  const body = callRows[`${call.method} ${call.path}`]?.body?.(id);
  const request = new Request(`http://localhost${call.path}`, {
    method: call.method,
    headers: { [headerNames.auth]: crowd[who].token },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const params = { id, fileId, recipientId: 'nobody-knows-this', account: 'nobody-knows-this' };
  const answer = await handler?.(request, { params: Promise.resolve(params) });
  return { who, status: answer?.status, code: (await answer?.json())?.code ?? null };
}

const verdictFor = ({ method, path }: Endpoint, who: Who) => callRows[`${method} ${path}`]?.rule(who, method);

function promised(call: Endpoint, who: Who, like = who) {
  const verdict = verdictFor(call, like);
  const code = verdict === 'in' ? (call.example.refusal ?? null) : verdict;
  return { who, status: code === null ? 200 : errors[code as keyof typeof errors].status, code };
}

describe.each(calls)('%s', (_, call) => {
  test.each(people)('answers the %s as the contract says', async (who) => {
    const changes = call.method !== 'GET' && verdictFor(call, who) === 'in';
    expect(await ask(call, who, changes ? await newTarget() : bait)).toEqual(promised(call, who));
  });

  test('says of what isn’t there what it says of somebody else’s', async () => {
    for (const who of ['other', 'owner'] as const)
      expect(await ask(call, who, bait, 'nobody-knows-this')).toEqual(promised(call, who, 'other'));
  });
});

test.each(calls)('%s lets in no member who was removed', async (_, call) => {
  await crowd.owner.db.aliasMember.deleteMany({ where: { aliasId: bait.aliasId } });
  expect(await ask(call, 'member', bait)).toEqual(promised(call, 'member', 'other'));
});

/** With mail, another address is to be proven first. */
const proven = ['POST /api/v2/sec/settings/email'];

const others = endpoints
  .filter(({ path }) => !path.includes('{'))
  .map((call) => [`${call.method} ${call.path}`, call] as const)
  .filter(([key]) => !proven.includes(key));

test.each(others)('%s answers its example as the contract says', async (key, call) => {
  const passwordHash = await aHash;
  const ctx = await inNewSession(await userContext({ now: new Date(), admin: true, passwordHash }));
  const { id: aliasId } = await ownAlias(ctx);
  const { token } = await sealSessionToken({ sessionId: ctx.viewer.sessionId, isKept: true }, ctx.now);
  const body = callRows[key]?.body?.('');
  const handler = await handlerOf(call);
  const request = new Request(`http://localhost${call.path}`, {
    method: call.method,
    headers: { [headerNames.auth]: token, [headerNames.alias]: aliasId },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await handler?.(request, { params: Promise.resolve({}) });
  const { refusal = null } = call.example;
  const code = (await answer?.json())?.code ?? null;
  expect({ status: answer?.status, code }).toEqual({
    status: refusal ? errors[refusal].status : 200,
    code: refusal,
  });
});

const aHash = hashPassword('some other password');
