import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { thumbnailTypes } from '@/lib/domain/file/file-type';
import { heicOf } from '@/testing/service/heic';
import { decode, type ThumbnailPair } from './decode';

const from = async function* (bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
};

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } });

async function decodeOrThrow(bytes: Buffer): Promise<ThumbnailPair> {
  const pictures = await decode(from(bytes));
  if (typeof pictures === 'string') throw new Error(pictures);
  return pictures;
}

test('a photo becomes two small pictures, upright and without what its camera wrote', async () => {
  const exif = { IFD0: { Copyright: 'Ada at 52.5200, 13.4050' } };
  const camera = picture(4000, 3000).withMetadata({ orientation: 6 });
  const photo = await camera.withExifMerge(exif).jpeg().toBuffer();
  expect(photo.includes('Ada')).toBe(true);
  const { small, large } = await decodeOrThrow(photo);
  const [a, b] = await Promise.all([small, large].map((bytes) => sharp(bytes).metadata()));
  expect([a?.format, a?.width, a?.height]).toEqual(['webp', 240, 320]);
  expect([b?.width, b?.height]).toEqual([1200, 1600]);
  for (const bytes of [small, large]) {
    expect(bytes.includes('Ada')).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  }
});

const instances: Record<string, Record<string, () => Promise<Buffer>>> = {
  'image/jpeg': {
    plain: () => picture(800, 600).jpeg().toBuffer(),
    progressive: () => picture(800, 600).jpeg({ progressive: true }).toBuffer(),
    'for print': () => picture(800, 600).toColourspace('cmyk').jpeg().toBuffer(),
  },
  'image/png': {
    plain: () => picture(800, 600).png().toBuffer(),
    'with a palette': () => picture(800, 600).png({ palette: true }).toBuffer(),
    'of 16 bits': () => picture(800, 600).toColourspace('rgb16').png().toBuffer(),
  },
  'image/webp': {
    plain: () => picture(800, 600).webp().toBuffer(),
    moving: () => animated('webp'),
  },
  'image/gif': {
    plain: () => picture(800, 600).gif().toBuffer(),
    moving: () => animated('gif'),
    'of 1987': async () => Buffer.from('R0lGODdhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64'),
  },
  'image/avif': {
    plain: () => picture(800, 600).avif({ effort: 0 }).toBuffer(),
  },
  'image/heic': {
    plain: () => heicOf([picture(800, 600)]),
  },
  'image/heif': {
    'of a burst': () => heicOf([picture(800, 600), picture(300, 200)]),
  },
  'image/tiff': {
    plain: () => picture(800, 600).tiff().toBuffer(),
    'of 16 bits': () => picture(800, 600).toColourspace('rgb16').tiff().toBuffer(),
    'with pages': () => animated('tiff'),
  },
};

const animated = async (format: 'gif' | 'webp' | 'tiff') => {
  const frames = await Promise.all(
    [1, 2, 3].map((n) =>
      picture(80, 60 + n)
        .resize(80, 60)
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
};

test('each type that gets small pictures is tried', () => {
  expect(Object.keys(instances).sort()).toEqual([...thumbnailTypes].sort());
});

test.each(
  Object.entries(instances).flatMap(([type, ways]) =>
    Object.entries(ways).map(([way, make]) => ({ type, way, make })),
  ),
)('a picture of the type $type, $way, becomes two small ones', async ({ make }) => {
  const { small, large } = await decodeOrThrow(await make());
  for (const bytes of [small, large]) {
    const { format, width = 0, pages = 1 } = await sharp(bytes).metadata();
    expect([format, width > 0, pages]).toEqual(['webp', true, 1]);
  }
});

test('nothing is made larger than it is', async () => {
  const { small, large } = await decodeOrThrow(await picture(100, 50).png().toBuffer());
  for (const bytes of [small, large]) {
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([100, 50]);
  }
});

test('a file that only claims to be a picture, is cut off or contains text as drawing has none', async () => {
  const jpeg = await picture(800, 600).jpeg().toBuffer();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const html = '<script>alert(1)</script>';
  const cut = jpeg.subarray(0, jpeg.length / 2);
  for (const bytes of [Buffer.from(svg), Buffer.from(html), cut, Buffer.alloc(1), jpeg.subarray(0, 20)])
    expect(await decode(from(bytes))).toBe('undecodable');
});

test('60,000 × 60,000 pixels in a few bytes are refused by what they say', async () => {
  expect(await decode(from(pngOf(60_000, 60_000)))).toBe('undecodable');
  expect(await decode(from(pngOf(2_147_483_647, 1)))).toBe('undecodable');
});

test('a source that breaks off is its reader’s failure, not the picture’s', async () => {
  const broken = async function* () {
    yield Buffer.alloc(10);
    throw new Error('the disk is gone');
  };
  await expect(decode(broken())).rejects.toThrow('the disk is gone');
});

function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
