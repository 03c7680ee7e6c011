import { expect, test } from 'vitest';
import { GET, POST } from '@/app/api/v2/open/request/stop/route';
import { stopToken } from '@/lib/features/request/link';
import { userContext } from '@/testing/service/context';
import { askPeople, newRound } from '@/testing/service/requests';

test('a mail program ends reminders by one POST with the form that RFC 8058 prescribes', async () => {
  const owner = await userContext();
  const [request = ''] = await askPeople(owner, await newRound(owner), [
    { name: 'Ada', address: 'ada@example.org' },
  ]);
  const post = (token: string) =>
    POST(
      new Request(`http://localhost/api/v2/open/request/stop?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
      { params: Promise.resolve({}) },
    );
  expect((await post(`${request}.0000`)).status).toBe(404);
  expect((await post(stopToken(owner, request))).status).toBe(200);
  const row = await owner.db.fileRequest.findUniqueOrThrow({ where: { id: request } });
  expect([row.stoppedAt !== null, row.remindAt]).toEqual([true, null]);
});

test('a mail program without one click, or a scanner, opens a page with a button, and nothing has ended', async () => {
  const owner = await userContext();
  const [request = ''] = await askPeople(owner, await newRound(owner), [
    { name: 'Ada', address: 'ada@example.org' },
  ]);
  const get = (token: string) =>
    GET(new Request(`http://localhost/api/v2/open/request/stop?token=${encodeURIComponent(token)}`));
  const before = await owner.db.fileRequest.findUniqueOrThrow({ where: { id: request } });
  const { status, headers } = await get(stopToken(owner, request));
  expect([status, headers.get('location')]).toEqual([302, `/app/request#stop=${stopToken(owner, request)}`]);
  expect((await get('//elsewhere.example\r\nx: y')).headers.get('location')).toBe('/app/request#stop=-');
  expect(await owner.db.fileRequest.findUniqueOrThrow({ where: { id: request } })).toEqual(before);
});
