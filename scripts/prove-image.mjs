// `node scripts/prove-image.mjs`: proves the Dockerfile where nothing runs containers. Debian's buildah builds it where
// there is one; else every stage is replayed in a bare Debian (debootstrap) with the same commands. The result is started
// as the image says: the same account, command and settings, with a root that can't be written to but for the volume and
// /tmp. Needs root, Linux and a way to a Debian mirror and npm's registry.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fail, root } from './lib/step.mjs';
import { makeBase } from './prove-image/base.mjs';
import { copyContext } from './prove-image/context.mjs';
import { parseDockerfile } from './prove-image/dockerfile.mjs';
import { buildByEngine, hasEngine } from './prove-image/engine.mjs';
import { checkRunning } from './prove-image/run.mjs';
import { replay } from './prove-image/stages.mjs';

const notRun = [
  'The FROM images themselves: in their place stands Debian bookworm (minbase) with this machine’s own Node',
  `  (${process.version}); node:24-bookworm-slim is the same Debian with Node 24.`,
  'arm64, and building for another machine ($BUILDPLATFORM): only this machine’s kind was built.',
  'EXPOSE, STOPSIGNAL and an engine’s own timing of HEALTHCHECK; its command was run.',
];

try {
  if (process.getuid?.() !== 0) throw new Error('Making roots and mounting them read-only takes root.');
  const work = path.resolve(process.argv[2] ?? path.join(os.tmpdir(), 'slipway-image'));
  const stages = parseDockerfile(fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
  const base = await makeBase(work);
  const context = await copyContext(work);
  const image = await (hasEngine() ? buildByEngine : replay)({ stages, base, context, work });
  const figures = await checkRunning(image, work);
  process.stdout.write(`\nProved:\n${figures.map((line) => `  ${line}\n`).join('')}`);
  process.stdout.write(`\nNot run:\n${notRun.map((line) => `  ${line}\n`).join('')}`);
} catch (error) {
  fail(error);
}
