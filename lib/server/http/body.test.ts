import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '@/lib/server/log';
import { jsonBody, limitedText } from './body';
import { refusalOf } from './refusal';

const post = (body: BodyInit | null) =>
  jsonBody(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
  );

test('a body is JSON whatever its type says, and nothing is an empty object', async () => {
  expect(await post('{"a":1}')).toEqual({ a: 1 });
  expect(await post('')).toEqual({});
  expect(await post(null)).toEqual({});
  expect(await post(' \n')).toEqual({});
});

test.each(['{', '{"a":}', 'a=1&b=2', '\u0000'])('%j is refused as no JSON', async (text) => {
  await expect(post(text)).rejects.toMatchObject({
    code: 'request.invalid',
    values: { field: 'body', reason: 'notJson' },
  });
});

test('bytes that are no UTF-8 are refused', async () => {
  await expect(post(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).rejects.toMatchObject({
    values: { reason: 'notJson' },
  });
});

test('256 KiB are read and no byte more', async () => {
  const fill = (length: number) => `"${'x'.repeat(length - 2)}"`;
  await expect(post(fill(256 * 1024))).resolves.toHaveLength(256 * 1024 - 2);
  await expect(post(fill(256 * 1024 + 1))).rejects.toMatchObject({ code: 'request.tooLarge' });
});

test('a call that says so takes a larger one, and says how large when it is larger still', async () => {
  const ask = (length: number) =>
    jsonBody(
      new Request('http://localhost/', { method: 'POST', body: `"${'x'.repeat(length - 2)}"` }),
      1024 * 1024,
    );
  await expect(ask(1024 * 1024)).resolves.toHaveLength(1024 * 1024 - 2);
  const refused = { code: 'request.tooLarge', values: { max: '1024K' } };
  await expect(ask(1024 * 1024 + 1)).rejects.toMatchObject(refused);
});

test('an endless body is not read to its end', async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(0x20));
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: endless,
    duplex: 'half',
  } as RequestInit);
  await expect(jsonBody(request)).rejects.toMatchObject({ code: 'request.tooLarge' });
  expect(sent).toBeLessThan(1024 * 1024);
});

test('twenty levels are enough for anyone; brackets inside text are no levels', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  await expect(post(nested(20))).resolves.toBeInstanceOf(Array);
  await expect(post(nested(21))).rejects.toMatchObject({ values: { reason: 'tooDeep' } });
  await expect(post(nested(100_000))).rejects.toMatchObject({ values: { reason: 'tooDeep' } });
  await expect(post(JSON.stringify({ text: '[[[\\"{'.repeat(50) }))).resolves.toHaveProperty('text');
});

test.each([
  ['escaped quotes', `"${'\\"'.repeat(131_000)}`],
  ['text without an end', `"${'x\\\n'.repeat(65_000)}`],
  ['quotes alone', '"'.repeat(262_143)],
])('what never closes its text, %s, holds nobody up', async (_, text) => {
  const began = performance.now();
  await expect(post(text)).rejects.toMatchObject({ values: { reason: 'notJson' } });
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('a large body that takes minutes is refused as its sender’s doing; a small one may take its time', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  const slowly = (bytes: number) =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(new Uint8Array(bytes).fill(0x20));
          controller.close();
          clock.mockReturnValue(2 * 60_000 + 1);
        },
      },
      { highWaterMark: 0 },
    );
  const ask = (bytes: number) => limitedText(slowly(bytes), 1024 * 1024);
  await expect(ask(256 * 1024 + 1)).rejects.toMatchObject({ code: 'limit.requests', status: 429 });
  clock.mockReturnValue(0);
  await expect(ask(256 * 1024)).resolves.toHaveLength(256 * 1024);
});

test('a caller who breaks off in the body is refused, and is no outage that the log tells of', async () => {
  const said = vi.spyOn(log(), 'error');
  onTestFinished(() => said.mockRestore());
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new TextEncoder().encode('{"account":')),
    pull: (stream) => stream.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
  });
  const error: unknown = await limitedText(body).catch((caught: unknown) => caught);
  const request = { method: 'POST', url: '/api/v2/open/auth/login', headers: new Headers() };
  expect(refusalOf(error, request)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  expect(said).not.toHaveBeenCalled();
});
