import { expect, test, vi } from 'vitest';
import { callRows } from '@/e2e/gate/rows-calls';
import { headerNames } from '@/lib/contract/http/names';
import { endpoints } from '@/lib/contract/index';
import { isRefusedInDemo } from '@/lib/domain/demo';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import { inNewSession, userContext } from '@/testing/service/context';

vi.stubEnv('DEMO', 'true');

type Handler = (request: Request, args: { params: Promise<unknown> }) => Promise<Response>;

const refused = endpoints.filter((call) => call.access === 'user' && isRefusedInDemo(call));

test('the calls that a demo refuses are some', () => expect(refused.length).toBeGreaterThan(20));

test.each(refused.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'a demo refuses %s',
  async (name, { method, path }) => {
    const ctx = await inNewSession(await userContext({ now: new Date() }));
    const { token } = await sealSessionToken({ sessionId: ctx.viewer.sessionId, isKept: true }, ctx.now);
    const file = `${process.cwd()}/app${path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`;
    const handler = ((await import(file)) as Record<string, Handler>)[method];
    const body = callRows[name]?.body?.('one');
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { [headerNames.auth]: token },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await handler?.(request, { params: Promise.resolve({ id: 'one' }) });
    expect([answer?.status, (await answer?.json())?.code]).toEqual([403, 'demo.refused']);
  },
);
