// A process that makes two thumbnails, a sender's picture, or one picture for a mail, and exits. Decoders may have unknown vulnerabilities,
// so it only gets the picture by stdin, and only returns pictures by stdout: two are length-prefixed. The parent kills it
// after a time limit.
import { drawHeic, isHeic } from './heic.mjs';

const exits = { undecodable: 2, unable: 3 };
const most = { pixels: 100_000_000, frames: 1_000, memoryBytes: 512 * 1024 ** 2 };
const kinds = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'];
const readableBy = { logo: [...kinds, 'Svg'], portrait: ['Jpeg', 'Png', 'Webp'] };
const sides = { small: 320, large: 1_600, portrait: 256, face: 80 };

setInterval(() => {
  if (process.memoryUsage.rss() > most.memoryBytes) process.kill(process.pid, 'SIGKILL');
}, 20).unref();

const [bytes, sharp] = await Promise.all([
  wholeInput(),
  import('sharp').catch(() => process.exit(exits.unable)),
]);
const purpose = process.argv[2];
const pictures = await draw(sharp.default, bytes).catch(() => process.exit(exits.undecodable));
for (const part of pictures) process.stdout.write(part);

async function wholeInput() {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}

/** Applies the camera's orientation, converts to sRGB and drops metadata. */
async function draw(sharp, picture) {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const readable = readableBy[purpose] ?? kinds;
  sharp.unblock({ operation: readable.map((kind) => `VipsForeignLoad${kind}`) });
  const options = { limitInputPixels: most.pixels, failOn: 'error', sequentialRead: true };
  const head = await sharp(picture, options).metadata();
  if ((head.pages ?? 1) > most.frames) throw new RangeError('too many frames');
  const readablePicture = isHeic(head)
    ? await drawHeic(sharp, picture, head, { ...most, side: sides.large })
    : picture;
  return drawAs(sharp, readablePicture, options);
}

async function drawAs(sharp, picture, options) {
  if (purpose === 'logo') return [await logo(sharp(picture, { ...options, density: 288 }))];
  if (purpose === 'photo') return [await photo(sharp(picture, options))];
  if (purpose === 'portrait') return [await square(sharp(picture, options).autoOrient(), sides.portrait)];
  if (purpose === 'face')
    return [await sharp(picture, options).resize(sides.face, sides.face).png().toBuffer()];
  const large = await within(sharp(picture, options).autoOrient(), sides.large);
  const small = await within(sharp(large), sides.small);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(small.length, 0);
  lengths.writeUInt32BE(large.length, 4);
  return [lengths, small, large];
}

function within(picture, side) {
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76, effort: 2 })
    .toBuffer();
}

function square(picture, side) {
  return picture.resize(side, side).webp({ quality: 82 }).toBuffer();
}

/** For mails: twice as large as they show it. Not every mail client knows WebP, or SVG. */
function logo(picture) {
  return picture.resize({ width: 400, height: 72, fit: 'inside' }).png().toBuffer();
}

function photo(picture) {
  return picture.resize(540, 360).flatten({ background: '#fff' }).jpeg({ quality: 74 }).toBuffer();
}
