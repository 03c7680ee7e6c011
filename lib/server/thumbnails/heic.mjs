// Pictures of iPhones: sharp's libheif has no HEVC, so libheif as WebAssembly decodes them, in the worker's process.
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';

/** @param {{ format?: string, compression?: string }} head as sharp reads it */
export const isHeic = ({ format, compression }) => format === 'heif' && compression === 'hevc';

/**
 * Draws the main picture of a file, upright, as a PNG with the file's colour profile.
 * @param {typeof import('sharp')} sharp
 * @param {Buffer} file
 * @param {{ icc?: Buffer }} head
 * @param {{ pixels: number, memoryBytes: number, side: number }} most
 * @returns {Promise<Buffer>} rejects for what is no picture
 */
export async function drawHeic(sharp, file, { icc }, { pixels, memoryBytes, side }) {
  await watchMemory(memoryBytes);
  const { data, ...raw } = decode(await loadDecoder(), file, pixels);
  const png = await sharp(data, { raw, limitInputPixels: pixels })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return icc ? withProfile(png, icc) : png;
}

/** On a thread, because WebAssembly holds this one until the whole picture is decoded. */
async function watchMemory(maxBytes) {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL');
  }, 20)`;
  const thread = new Worker(watch, { eval: true });
  await once(thread, 'online');
  thread.unref();
}

function decode(heif, file, maxPixels) {
  const context = heif.heif_context_alloc();
  const { code, message } = heif.heif_context_read_from_memory(context, file);
  if (code !== heif.heif_error_code.heif_error_Ok) throw new Error(message);
  const handle = heif.heif_js_context_get_primary_image_handle(context);
  const pixels = heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle);
  if (!(pixels > 0 && pixels <= maxPixels)) throw new RangeError('too many pixels');
  const isOpaque = !heif.heif_image_handle_has_alpha_channel(handle);
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = heif.heif_chroma;
  const colors = heif.heif_colorspace.heif_colorspace_RGB;
  const [plane] = heif.heif_js_decode_image2(handle, colors, isOpaque ? rgb : rgba).channels ?? [];
  if (!plane) throw new Error('undecodable');
  return joinRows(plane, isOpaque ? 3 : 4);
}

async function loadDecoder() {
  const { default: libheif } = await import('libheif-js/libheif-wasm/libheif.js');
  const code = createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm');
  return libheif({ wasmBinary: fs.readFileSync(code), print: ignore, printErr: ignore });
}

const ignore = () => undefined;

/** Moves the rows together where they are: a copy would double the memory. */
function joinRows({ data, width, height, stride }, channels) {
  const rowBytes = width * channels;
  if (stride !== rowBytes)
    for (let row = 1; row < height; row++)
      data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes);
  return { data: data.subarray(0, rowBytes * height), width, height, channels };
}

/** Behind the signature and the head of 25 bytes, where a profile has to stand. */
function withProfile(png, icc) {
  const chunk = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, 33), length, chunk, sum, png.subarray(33)]);
}
