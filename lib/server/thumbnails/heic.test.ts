import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import { heicOf } from '@/testing/service/heic';
import { decode, drawForMail } from './decode';

const orange = { r: 200, g: 80, b: 40 };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: orange } });

const kinds: Record<string, { of: () => Sharp; options?: string[]; size: [number, number] }> = {
  plain: { of: () => picture(800, 600), size: [800, 600] },
  'with the colours of a phone’s screen': {
    of: () => picture(800, 600).withIccProfile('p3'),
    size: [800, 600],
  },
  'of 10 bits': {
    of: () => picture(800, 600).toColourspace('rgb16'),
    options: ['-b', '10'],
    size: [800, 600],
  },
  'of 12 bits': {
    of: () => picture(800, 600).toColourspace('rgb16'),
    options: ['-b', '12'],
    size: [800, 600],
  },
  'with all its colours': { of: () => picture(800, 600), options: ['-p', 'chroma=444'], size: [800, 600] },
  'with colours of every second column': {
    of: () => picture(800, 600),
    options: ['-p', 'chroma=422'],
    size: [800, 600],
  },
  'with a small picture in it': { of: () => picture(800, 600), options: ['-t', '320'], size: [800, 600] },
  'without loss': { of: () => picture(800, 600), options: ['-L'], size: [800, 600] },
  'of odd sides': { of: () => picture(801, 603), size: [801, 603] },
  'of one pixel': { of: () => picture(1, 1), size: [1, 1] },
  grey: { of: () => picture(800, 600).greyscale(), size: [800, 600] },
  'of 12 megapixels': { of: () => picture(4032, 3024), size: [1600, 1200] },
};

const from = async function* (bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
};

async function largeOf(bytes: Buffer) {
  const pictures = await decode(from(bytes));
  if (typeof pictures === 'string') throw new Error(pictures);
  return sharp(pictures.large);
}

test.each(Object.entries(kinds))(
  'a HEIC picture %s becomes small ones of its size and colour',
  async (kind, { of, options, size }) => {
    const large = await largeOf(await heicOf([of()], options));
    const { width, height, hasProfile } = await large.metadata();
    expect([width, height, hasProfile]).toEqual([...size, false]);
    const { channels } = await large.stats();
    const means = channels.slice(0, 3).map(({ mean }) => Math.round(mean));
    if (kind === 'grey') expect(Math.max(...means) - Math.min(...means)).toBeLessThan(4);
    else
      for (const [n, value] of Object.values(orange).entries())
        expect(Math.abs((means[n] ?? 0) - value)).toBeLessThan(12);
  },
  60_000,
);

test('see-through pixels stay so, and of a burst the first picture is taken', async () => {
  const glass = sharp({
    create: { width: 80, height: 60, channels: 4, background: { ...orange, alpha: 0.5 } },
  });
  const { hasAlpha } = await (await largeOf(await heicOf([glass]))).metadata();
  expect(hasAlpha).toBe(true);
  const burst = await largeOf(await heicOf([picture(320, 200), picture(90, 90)]));
  expect(await burst.metadata()).toMatchObject({ width: 320, height: 200 });
});

test('a mail shows it, too', async () => {
  const photo = await drawForMail('photo', from(await heicOf([picture(800, 600)])));
  expect(await sharp(photo as Buffer).metadata()).toMatchObject({ format: 'jpeg', width: 540, height: 360 });
});

test('a HEIC file that lies about its size, is cut off or scrambled has no picture', async () => {
  const whole = await heicOf([picture(800, 600)]);
  for (const side of [60_000, 10_001, 0])
    expect(await decode(from(resized(whole, side))), `${side}`).toBe('undecodable');
  for (const share of [0.2, 0.5, 0.9])
    expect(await decode(from(whole.subarray(0, whole.length * share))), `${share}`).toBe('undecodable');
  const scrambled = Buffer.from(whole);
  for (let at = whole.indexOf('mdat') + 8; at < whole.length; at += 3) scrambled[at] = at % 251;
  expect(await decode(from(scrambled))).not.toBe('unable');
});

test.runIf(isLong)('48 megapixels become small pictures', { timeout: 60_000 }, async () => {
  const phone = await largeOf(await heicOf([picture(8064, 6048)]));
  expect(await phone.metadata()).toMatchObject({ width: 1600, height: 1200 });
});

test.runIf(isLong)('98 megapixels end their process alone', { timeout: 60_000 }, async () => {
  const bomb = await decode(from(await heicOf([picture(9900, 9900)])));
  expect(['brokenOff', 'undecodable']).toContain(bomb); // killed, or refused memory by the system
});

/** Changes what the file says of its width and height. */
function resized(heic: Buffer, side: number): Buffer {
  const bytes = Buffer.from(heic);
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, at);
  bytes.writeUInt32BE(side, at + 4);
  return bytes;
}
