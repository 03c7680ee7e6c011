import fs from 'node:fs';
import path from 'node:path';
import { countRecords, newSalt, readSalt, saltText, tagBytes } from '@/lib/domain/sealed/layout';
import { memoryTags, type SealedTags } from '@/lib/domain/sealed/sealed-tags';
import { parseJson } from '../call';
import { ignoreSystemErrors } from '../user-folders';
import { fileKey, type LocalFile } from './local-files';

export type FileSalt = { salt: Uint8Array<ArrayBuffer>; tags: SealedTags };

/** The stamp of the file that it is for, the salt in hex, and which records of the file of tags are its own. */
type KeptSalt = [stamp: string, salt: string, first: number, count: number];

/** Salts of one send, and the tags of all that they have sealed. A salt goes on only with the file as it was. */
export class KeptSalts {
  readonly #lines: string;
  readonly #tags: string;
  readonly #salts = new Map<string, KeptSalt>();
  #records = 0;
  #opened: number | null = null;

  /** @param place of the two files, without their endings */
  constructor(place: string) {
    this.#lines = `${place}.salts`;
    this.#tags = `${place}.tags`;
    const lines = fs.existsSync(this.#lines) ? fs.readFileSync(this.#lines, 'utf8').split('\n') : [];
    for (const line of lines.map(parseJson)) if (Array.isArray(line)) this.#take(line[0], line[1]);
  }

  of(file: LocalFile): FileSalt | null {
    const kept = this.#salts.get(fileKey(file));
    return kept && kept[0] === file.stamp ? this.#saltOf(kept) : null;
  }

  make(file: LocalFile): FileSalt {
    const count = countRecords(file.sizeBytes);
    const kept: KeptSalt = [file.stamp, saltText(newSalt()), this.#records, count];
    this.#note(fileKey(file), kept);
    return this.#saltOf(kept);
  }

  /** The file isn't what it was, although its stamp is. */
  forget(file: LocalFile): void {
    this.#note(fileKey(file), null);
  }

  /** Salts of another key. */
  clear(): void {
    if (this.#opened !== null) fs.closeSync(this.#opened);
    this.#opened = null;
    this.#salts.clear();
    this.#records = 0;
    for (const file of [this.#lines, this.#tags]) ignoreSystemErrors(() => fs.rmSync(file, { force: true }));
  }

  #take(key: string, kept: KeptSalt | null): void {
    if (kept === null) this.#salts.delete(key);
    else this.#salts.set(key, kept);
    this.#records = Math.max(this.#records, kept ? kept[2] + kept[3] : 0);
  }

  /** One line each, so a crash spoils one. */
  #note(key: string, kept: KeptSalt | null): void {
    this.#take(key, kept);
    const line = `\n${JSON.stringify([key, kept])}`;
    ignoreSystemErrors(() => {
      fs.mkdirSync(path.dirname(this.#lines), { recursive: true, mode: 0o700 });
      fs.appendFileSync(this.#lines, line, { mode: 0o600 });
    });
  }

  #saltOf([, salt, start]: KeptSalt): FileSalt {
    return { salt: readSalt(salt), tags: this.#tagsFrom(start) };
  }

  #tagsFrom(start: number): SealedTags {
    const file = this.#open();
    if (file === null) return memoryTags();
    return {
      async read(first, count) {
        const tags = Buffer.alloc(count * tagBytes);
        fs.readSync(file, tags, 0, tags.length, (start + first) * tagBytes);
        return tags;
      },
      async write(first, tags) {
        fs.writeSync(file, tags, 0, tags.length, (start + first) * tagBytes);
      },
    };
  }

  /** Returns null where nothing can be written. */
  #open(): number | null {
    ignoreSystemErrors(() => {
      this.#opened ??= fs.openSync(this.#tags, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600);
    });
    return this.#opened;
  }
}
