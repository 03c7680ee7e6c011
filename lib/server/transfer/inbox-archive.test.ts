import { beforeAll, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { headerNames } from '@/lib/contract/http/names';
import { saveForm } from '@/lib/server/services/alias/form';
import { setPreferences } from '@/lib/server/services/settings/preferences';
import { ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, metaPart } from '@/testing/service/form';
import { send, signedIn, startTransfer } from '@/testing/service/transfer';
import { unzipped } from '@/testing/service/zip';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function filledInbox() {
  const owner = await userContext({ now: new Date() });
  const { id: aliasId } = await ownAlias(owner, { name: 'Job / applications' });
  const sender = { name: 'optional', email: 'off', reference: 'off' };
  await saveForm(owner, { ...AliasForm.parse({ sender }), aliasId });
  const form = formClient(port, { [headerNames.alias]: aliasId }, 'alias');
  for (const [name, file] of [
    ['=cmd|calc', 'cv.txt'],
    ['Grace, Hopper', 'plans/cv.txt'],
  ] as const)
    await form.made(metaPart({ maxViews: 1, sender: { name } }), filePart(file, `of ${name}`));
  const auth = await signedIn(owner);
  const get = (what: string, headers = {}, method = 'GET') =>
    send(port, method, `/api/v2/sec/alias/${aliasId}/${what}`, { headers: { ...auth, ...headers } });
  const day = new Date().toISOString().slice(0, 10);
  return { owner, aliasId, get, day };
}

test('everything that came in is one archive, by range too', async () => {
  const { get, day } = await filledInbox();
  const { status, headers, body } = await get('zip');
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringContaining('"Job _ applications.zip"'),
  ]);
  expect(unzipped(body)).toEqual({
    [`=cmd_calc/${day} #1/cv.txt`]: 'of =cmd|calc',
    [`Grace, Hopper/${day} #2/plans/cv.txt`]: 'of Grace, Hopper',
  });
  const rest = await get('zip', { range: 'bytes=30-', 'if-range': headers.etag });
  expect([rest.status, rest.body.equals(body.subarray(30))]).toEqual([206, true]);
});

test('the table is one for spreadsheets: in the caller’s language, and nothing in it computes', async () => {
  const { get } = await filledInbox();
  const { status, headers, body } = await get('deliveries.csv', { 'accept-language': 'de' });
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'private, no-store, no-transform',
  ]);
  const [head, first, second, end] = body.toString().split('\r\n');
  expect(head).toBe(
    '\ufeffNummer;Empfangen;Name;E-Mail-Adresse;Referenz;Verspätet;Erledigt;Nachricht;Dateien;Größe in Byte;Link',
  );
  expect(first).toMatch(/^1;\d{4}-\d\d-\d\dT[\d:.]+Z;'=cmd\|calc;;;;;;1;12;http.+\/app\/upload\/\S+$/);
  expect(second).toContain(';"Grace, Hopper";');
  const english = await get('deliveries.csv', { 'accept-language': 'en' });
  expect(english.body.toString()).toContain("Z,'=cmd|calc,,");
  expect(end).toBe('');
  const asked = await get('deliveries.csv', {}, 'HEAD');
  expect([asked.status, asked.body.length, asked.headers['content-type']]).toEqual([
    200,
    0,
    'text/csv; charset=utf-8',
  ]);
});

test('the workbook shows the time of the person’s zone, and texts as texts', async () => {
  const { owner, get } = await filledInbox();
  await setPreferences(owner, { timezone: 'Asia/Tokyo' });
  const { status, headers, body } = await get('deliveries.xlsx', { 'accept-language': 'ja' });
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml.sheet')]);
  expect(headers['content-disposition']).toContain('"Job _ applications.xlsx"');
  const { 'xl/sharedStrings.xml': texts } = unzipped(body);
  expect(texts).toContain('受信日時 (Asia/Tokyo)');
  expect(texts).toContain('<t>=cmd|calc</t>');
  expect((await get('deliveries.xlsx', {}, 'HEAD')).body).toHaveLength(0);
});
