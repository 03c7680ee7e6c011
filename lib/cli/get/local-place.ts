import fs from 'node:fs';
import path from 'node:path';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import { Failure } from '../failure';

const maxNameBytes = 255;
const forbidden = process.platform === 'win32' ? /[<>:"|?*\\]|[. ]$/g : /\\(?!)/g;

/** Where a file of somebody else's share goes: inside `dir`, whatever its names say. Two of one name get numbers. */
export class LocalPlaces {
  #dir: string;
  #taken = new Set<string>();

  constructor(dir: string) {
    this.#dir = path.resolve(dir);
  }

  /** @throws Failure when a link on this disk leads out of the folder */
  placeOf({ path: folder, filename, id }: { path: string; filename: string; id: string }): string {
    const names = [...safeFolderPath(folder).split('/').filter(Boolean), safeFileName(filename) || id];
    const { dir, base } = path.parse(path.join(this.#dir, ...names.map(local)));
    const place = this.#free(dir, base);
    fs.mkdirSync(dir, { recursive: true });
    const real = path.relative(fs.realpathSync(this.#dir), fs.realpathSync(dir));
    if (real === '..' || real.startsWith(`..${path.sep}`) || path.isAbsolute(real))
      throw new Failure(`${dir} is a link to a place outside ${this.#dir}.`);
    return place;
  }

  /** Compared without case, as some disks do. */
  #free(dir: string, base: string): string {
    const { name, ext } = path.parse(base);
    let place = path.join(dir, base);
    for (let n = 2; this.#taken.has(place.toLowerCase()); n++) place = path.join(dir, `${name} (${n})${ext}`);
    this.#taken.add(place.toLowerCase());
    return place;
  }
}

/** A name that this disk takes: at most 255 bytes, its ending kept, and room for a number. */
function local(name: string): string {
  const clean = name.replace(forbidden, '_');
  if (Buffer.byteLength(clean) <= maxNameBytes) return clean;
  const ext = path.extname(clean).slice(0, 20);
  const characters = [...path.basename(clean, ext)];
  while (Buffer.byteLength(characters.join('') + ext) > maxNameBytes - 8) characters.pop();
  return characters.join('') + ext;
}
