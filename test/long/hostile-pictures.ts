import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { updateCrc32 } from '@/lib/server/transfer/receive/digests';

export type Hostile = { what: string; name: string; bytes: Buffer };

/** Pictures that lie about their size, are too large, or are none. */
export async function hostilePictures(): Promise<Hostile[]> {
  const jpeg = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#3a6' } })
    .jpeg()
    .toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>';
  return [
    { what: 'a PNG of 60,000 × 60,000 pixels, whole', name: 'bomb.png', bytes: pngOf(60_000, 60_000) },
    { what: 'a PNG of 9,900 × 9,900 pixels, whole', name: 'large.png', bytes: pngOf(9_900, 9_900) },
    { what: 'the same with 16 bits and interlaced', name: 'wide.png', bytes: pngOf(9_900, 9_900, 16, 1) },
    { what: 'a JPEG that ends in the middle', name: 'cut.jpg', bytes: jpeg.subarray(0, jpeg.length / 2) },
    { what: 'a JPEG that says it is 65,500 × 65,500', name: 'lie.jpg', bytes: resized(jpeg) },
    {
      what: 'a program that calls itself a JPEG',
      name: 'program.jpg',
      bytes: Buffer.from('MZ'.repeat(5_000)),
    },
    { what: 'an SVG that calls itself a PNG', name: 'drawing.png', bytes: Buffer.from(svg) },
    { what: 'an animated WebP of 10,000 frames', name: 'frames.webp', bytes: await framesOf('webp', 10_000) },
    { what: 'an animated GIF of 10,000 frames', name: 'frames.gif', bytes: await framesOf('gif', 10_000) },
    { what: '40 MB of noise that calls itself a WebP', name: 'noise.webp', bytes: noise(40_000_000) },
  ];
}

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Contains all pixels: zeros, compressed a thousand to one. */
function pngOf(width: number, height: number, bits = 8, interlace = 0): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, bits === 16 ? 2 : 0, 0, 0, interlace], 8);
  const rowBytes = (width * bits * (bits === 16 ? 3 : 1)) / 8 + 1;
  const rows = Math.min(height, Math.floor(2 ** 29 / rowBytes)); // only the beginning of the largest
  const data = deflateSync(Buffer.alloc(rows * rowBytes), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(updateCrc32([body], 0));
  return Buffer.concat([length, body, sum]);
}

/** Changes height and width in the frame header. */
function resized(jpeg: Buffer): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_500, frame + 5);
  bytes.writeUInt16BE(65_500, frame + 7);
  return bytes;
}

/** Each frame differs, because equal ones would be merged. */
function framesOf(format: 'webp' | 'gif', count: number): Promise<Buffer> {
  const side = 4;
  const raw = Buffer.alloc(side * side * 3 * count);
  for (let n = 0; n < count; n++) raw.fill(n % 250, n * side * side * 3, (n + 1) * side * side * 3);
  const picture = sharp(raw, { raw: { width: side, height: side * count, channels: 3, pageHeight: side } });
  return format === 'webp' ? picture.webp({ effort: 0 }).toBuffer() : picture.gif({ effort: 1 }).toBuffer();
}

function noise(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 'RIFF????WEBPVP8 ');
  bytes.writeUInt32LE(sizeBytes - 8, 4);
  return bytes;
}
