import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { newShareKey } from '@/lib/domain/sealed/share-key';
import { sealedFile } from '@/testing/service/sealed';
import { checkSealedStart } from './sealed-start';

/** Each piece comes by itself, as from a client that takes seconds for each. */
async function passed(bytes: Buffer, name: string, step: number) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += step) yield [bytes.subarray(at, at + step)];
  }
  const body = Readable.from([]);
  await body.toArray();
  const got: Buffer[] = [];
  const end = checkSealedStart(pieces(), { name, body, stop: new AbortController().signal });
  const failure = await (async () => {
    for await (const chunks of end) got.push(...chunks);
  })().catch((error: unknown) => error);
  return { got: Buffer.concat(got), failure };
}

test.each([1, 7, 32, 33, 1000])('sealed bytes pass in pieces of %i, plain ones don’t', async (step) => {
  const { name, bytes } = await sealedFile(await newShareKey(), 'x'.repeat(100));
  const sealed = await passed(bytes, name, step);
  expect([sealed.failure, sealed.got.equals(bytes)]).toEqual([undefined, true]);
  for (const plain of [
    Buffer.alloc(100, 'x'),
    bytes.subarray(0, 31),
    Buffer.concat([Buffer.from('x'), bytes]),
  ]) {
    const refused = await passed(plain, name, step);
    expect(refused.failure).toMatchObject({ code: 'upload.notSealed' });
    expect(refused.got).toHaveLength(0);
  }
});
