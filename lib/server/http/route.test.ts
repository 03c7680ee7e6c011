import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { settings } from '@/lib/contract/settings';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import { signOut } from '@/lib/server/services/session/sessions';
import { inNewSession, userContext } from '@/testing/service/context';
import { route } from './route';

const bodyAfter = (happens: () => Promise<unknown>) =>
  new ReadableStream(
    {
      async pull(controller) {
        await happens();
        controller.enqueue(new TextEncoder().encode('{"email":"thief@example.org"}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

test('whose session ends while the body is on its way changes nothing', async () => {
  const ctx = await inNewSession(await userContext({ now: new Date() }));
  const { token } = await sealSessionToken({ sessionId: ctx.viewer.sessionId, isKept: true }, ctx.now);
  const made: unknown[] = [];
  const POST = route(settings.setPreferences, async ({ body }) => void made.push(body));
  const call = (happens: () => Promise<unknown>) =>
    POST(
      new Request('http://localhost/api/v2/sec/settings/preferences', {
        method: 'POST',
        headers: { [headerNames.auth]: token },
        body: bodyAfter(happens),
        duplex: 'half',
      } as RequestInit),
      { params: Promise.resolve({}) },
    );
  expect((await call(async () => undefined)).status).toBe(200);
  expect((await call(() => signOut(ctx))).status).toBe(401);
  expect(made).toHaveLength(1);
});

test('reads forgive what a mail left behind an ID, changes don’t', async () => {
  const asked: string[] = [];
  const params = Promise.resolve({ id: 'abc%3E.' });
  const GET = route(open.folder, async ({ params: { id } }) => {
    asked.push(id);
    return { folders: [], files: 0, size: 0, marks: [] };
  });
  const POST = route(open.sendCode, async ({ params: { id } }) => {
    asked.push(id);
    return { address: '' };
  });
  await GET(new Request('http://localhost/x'), { params });
  const { status } = await POST(new Request('http://localhost/x', { method: 'POST' }), { params });
  expect([asked, status]).toEqual([['abc'], 404]);
});
