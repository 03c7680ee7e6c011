// Puts a Brotli copy beside every script and style of the pages: a sixth less on a slow line than gzip.
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { root } from './lib/step.mjs';

const folder = path.join(root, '.next/static');
const compress = promisify(brotliCompress);

await Promise.all(
  fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => path.join(folder, name))
    .map(async (file) => fs.writeFileSync(`${file}.br`, await compress(fs.readFileSync(file)))),
);
