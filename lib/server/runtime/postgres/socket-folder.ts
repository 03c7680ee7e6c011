import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';

/** In bytes: `sun_path` of Linux's unix(7) has 108, the last of which is a zero. */
export const longestSocketPath = 107;
const longest = longestSocketPath - '/.s.PGSQL.5432.lock'.length;

/** Returns `dir`, or a short private folder when its path is too long for sockets. */
export function socketFolder(dir: string): string {
  if (Buffer.byteLength(dir) <= longest) return dir;
  const uid = process.getuid?.() ?? 0;
  const name = createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 16);
  const folder = path.join(uid === 0 && fs.existsSync('/run') ? '/run' : '/tmp', `slipway-${uid}-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anyone may create folders in /tmp, and this folder's owner could pose as our database.
  const { uid: owner, mode } = fs.lstatSync(folder);
  if ((mode & 0o170077) !== fs.constants.S_IFDIR || (uid !== 0 && owner !== uid)) {
    throw new BadConfiguration(
      `${folder} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}
