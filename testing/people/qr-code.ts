import { execFileSync } from 'node:child_process';
import { ensureProgram } from '@/scripts/lib/debian-program.mjs';

/** Reads a picture as a phone's camera would. */
export async function readQrCode(png: Buffer): Promise<string> {
  const program = await ensureProgram('zbarimg');
  return execFileSync(program, ['--quiet', '--raw', '-'], {
    input: png,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  }).trim();
}
