import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';

/** In bytes: Linux' `sun_path` of unix(7) has 108, of which the last is a zero. */
export const longestSocketPath = 107;
/** PostgreSQL adds a name of its own. */
const longest = longestSocketPath - '/.s.PGSQL.5432.lock'.length;

/** Where the sockets that belong to `dir` lie: there, or when its path is too long, in a short folder for it alone. */
export function socketFolder(dir: string): string {
  if (Buffer.byteLength(dir) <= longest) return dir;
  const uid = process.getuid?.() ?? 0;
  const name = createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 16);
  const folder = path.join(uid === 0 && fs.existsSync('/run') ? '/run' : '/tmp', `slipway-${uid}-${name}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Anybody may make folders in /tmp: the owner of this one could answer in the name of our database.
  const { uid: owner, mode } = fs.lstatSync(folder);
  if ((mode & 0o170077) !== fs.constants.S_IFDIR || (uid !== 0 && owner !== uid)) {
    throw new BadConfiguration(
      `${folder} belongs to somebody else. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return folder;
}
