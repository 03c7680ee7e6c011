import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newShareQuota } from '@/lib/server/services/form/store';
import { uploadableBy } from '@/lib/server/services/upload/access';
import { faults } from '@/testing/network/faulty-storage';
import { boundary, filePart, formOf, formType, metaPart } from '@/testing/service/form';
import { formCase, untouched, ways } from '@/testing/service/form-case';
import { open, someBytes, startTransfer } from '@/testing/service/transfer';
import type { UploadAuthorization } from '../authorization';
import { closeLasting } from '../serve';
import { FormReader } from './form-reader';
import { receiveForm } from './receive-form';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
afterEach(() => {
  faults.opened = [];
});
const setUp = () => formCase(port);

const cutForms: [string, (form: Buffer) => Buffer][] = [
  ['in a file', (form) => form.subarray(0, 300_000)],
  ['before its end', (form) => form.subarray(0, form.length - boundary.length - 6)],
  [
    'in a part’s headers',
    (form) =>
      Buffer.concat([form.subarray(0, -boundary.length - 6), Buffer.from(`--${boundary}\r\nContent-Dis`)]),
  ],
];

test.each(ways.flatMap(([way, path]) => cutForms.map(([where, cut]) => [way, where, path, cut] as const)))(
  'a form into %s that ends %s is refused, and nothing of it is there',
  async (_way, _where, path, cut) => {
    const of = await setUp();
    const body = cut(formOf(filePart('whole', someBytes(200_000)), filePart('cut', someBytes(200_000))));
    const reply = await of.client.post(path(of), body);
    expect([reply.status, reply.json().code]).toEqual([400, 'form.broken']);
    expect(await of.left()).toEqual(untouched);
    expect(faults.opened.length).toBeGreaterThan(0);
    await expect.poll(of.stored).toBe(0);
  },
);

test.each(ways)(
  'a client that disconnects in the middle of a form into %s leaves nothing',
  async (_, path) => {
    const of = await setUp();
    const form = formOf(filePart('whole', 'whole'), filePart('cut', someBytes(300_000)));
    const headers = { ...of.auth, ...formType, 'content-length': form.length };
    const { request, reply } = open(port, 'POST', path(of), headers);
    request.write(form.subarray(0, 200_000));
    await expect.poll(of.stored).toBe(2);
    request.destroy();
    await expect(reply).rejects.toThrow();
    await expect.poll(of.stored).toBe(0);
    expect(await of.left()).toEqual(untouched);
  },
);

const plain = { 'content-type': 'text/plain' };
test.each([
  ['another content type', 400, 'request.invalid', { 'content-type': 'application/json' }, '{}'],
  ['no content type', 400, 'request.invalid', { 'content-type': '' }, 'x'],
  [
    'a form of the other kind',
    400,
    'request.invalid',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'a=b',
  ],
  ['no boundary', 400, 'request.invalid', { 'content-type': 'multipart/form-data' }, 'x'],
  ['an empty boundary', 400, 'request.invalid', { 'content-type': 'multipart/form-data; boundary=' }, 'x'],
  [
    'an endless boundary',
    400,
    'request.invalid',
    { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` },
    'x',
  ],
  [
    'a boundary that is no ASCII',
    400,
    'request.invalid',
    { 'content-type': `multipart/form-data; boundary=${'é'.repeat(150)}` },
    'x',
  ],
  [
    'a boundary that never comes',
    400,
    'form.broken',
    { 'content-type': 'multipart/form-data; boundary=other' },
    formOf(filePart('a', 'a')),
  ],
  ['garbage', 400, 'form.broken', formType, someBytes(100_000)],
  ['a part without headers', 400, 'form.broken', formType, `--${boundary}\r\n\r\nx\r\n--${boundary}--`],
  [
    'a part whose headers never end',
    400,
    'form.broken',
    formType,
    `--${boundary}\r\nContent-Type: a/b\r\n--${boundary}--`,
  ],
  [
    'a part that belongs to no form',
    400,
    'form.broken',
    formType,
    formOf({ headers: ['Content-Disposition: attachment; filename=a'], body: 'x' }),
  ],
  [
    'a part in base64',
    400,
    'request.invalid',
    formType,
    formOf({
      headers: ['Content-Disposition: form-data; name=a; filename=a', 'Content-Transfer-Encoding: Base64'],
      body: 'eA==',
    }),
  ],
  [
    'headers without measure',
    400,
    'form.broken',
    formType,
    formOf({ headers: [`X: ${'x'.repeat(20_000)}`, 'Content-Disposition: form-data; name=a'], body: 'x' }),
  ],
  ['a meta part without measure', 413, 'request.tooLarge', formType, formOf(metaPart('x'.repeat(300_000)))],
  [
    'meta that is no text',
    400,
    'request.invalid',
    formType,
    formOf(filePart(null, Buffer.from([0xff, 0xfe]), undefined, 'meta')),
  ],
  [
    'too many parts',
    413,
    'form.tooManyParts',
    formType,
    formOf(...Array.from({ length: 1001 }, () => filePart('', ''))),
  ],
] as const)(
  '%s is refused in JSON: %i %s',
  async (_, status, code, headers, body) => {
    const of = await setUp();
    for (const [, path] of ways) {
      const reply = await of.client.post(path(of), Buffer.from(body), { ...plain, ...headers });
      if (String(_).startsWith('meta that') && path(of) === of.into) continue;
      expect([reply.status, reply.json()]).toMatchObject([status, { success: false, code }]);
    }
    expect((await of.left()).shares).toBe(1);
    expect((await of.left()).files).toBe(0);
  },
  60_000,
);

test('a form that can’t even be begun keeps the server neither from taking others nor from stopping', async () => {
  const { ctx } = await setUp();
  const authorization: UploadAuthorization = { by: 'session', ctx, allowed: uploadableBy(ctx.viewer) };
  const terms = { quota: await newShareQuota(ctx, ctx.viewer.id), hasMeta: true };
  const form = { ...terms, parts: () => new FormReader(Readable.from(['x']), 'x'.repeat(300)) };
  await expect(receiveForm(authorization, form, async () => 'kept')).rejects.toThrow();
  expect(await Promise.race([closeLasting().then(() => 'stopped'), sleep(5_000, 'waits')])).toBe('stopped');
});
