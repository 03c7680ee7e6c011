// `node scripts/image-bill.mjs`: adds to the release's bill of materials what the image has beside it. Run by the Dockerfile.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { withImageParts } from './lib/image-parts.mjs';

const file = 'bill-of-materials.cdx.json';
const bill = withImageParts(JSON.parse(fs.readFileSync(file, 'utf8')), {
  node: process.versions.node,
  ffmpeg: execFileSync('/usr/bin/ffmpeg', ['-version'], { encoding: 'utf8' }),
  debian: fs.readFileSync('/var/lib/dpkg/status', 'utf8'),
});
fs.writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
