import fs from 'node:fs';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { newFileId } from '@/lib/server/ids';
import { openContext } from '@/testing/service/context';
import { frameOf, hasFilmDecoder } from './film';

const hasDecoder = await hasFilmDecoder();
let ctx: Context;
beforeAll(() => {
  ctx = openContext();
});

async function frameIn(bytes: Buffer) {
  const id = newFileId();
  await ctx.storage.storeWhole(id, [bytes]);
  return frameOf(ctx, { id, sizeBytes: bytes.length });
}

test.skipIf(!hasDecoder)('a film has a picture, whether it is kept on a disk or read by a link', async () => {
  const film = fs.readFileSync('test/browsers/film.webm');
  const frame = await frameIn(film);
  const { format, width = 0 } = await sharp(frame as Buffer).metadata();
  expect([format, width > 0]).toEqual(['png', true]);
});

test.skipIf(!hasDecoder)(
  'what only calls itself a film is none, and no list of other places is followed',
  async () => {
    const list = '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n';
    const half = fs.readFileSync('test/browsers/film.webm').subarray(0, 200);
    const lie = Buffer.concat([Buffer.from('0000ftypmp42', 'latin1'), Buffer.alloc(500)]);
    for (const bytes of [Buffer.from(list), half, lie, Buffer.from('abc')])
      expect(await frameIn(bytes)).toBeNull();
  },
);

test.skipIf(hasDecoder)('without ffmpeg nothing is said about a film', async () => {
  expect(await frameIn(Buffer.from('anything'))).toBe('unable');
});
