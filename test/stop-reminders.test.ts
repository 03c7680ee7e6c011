import { expect, test } from 'vitest';
import { POST } from '@/app/api/v2/open/request/stop/route';
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
