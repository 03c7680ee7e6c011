import { fileKey, keyOf, type PickedFile } from '../upload-item';
import type { Likeness } from './compare';

/** A file that has not arrived whole, as it is remembered over a reload. */
export type UnfinishedFile = {
  key: string;
  path: string;
  /** Under which it is sent. */
  name: string;
  size: number;
  lastModified: number;
  /** Where it is on the server; null before it was created there. */
  url: string | null;
};

export const unfinishedFile = (picked: PickedFile): UnfinishedFile => {
  const { file, path, name = file.name } = picked;
  const { size, lastModified } = file;
  return { key: keyOf(picked), path, name, size, lastModified, url: null };
};

export type Matched = {
  /** Files to send on, as what they were begun as. */
  found: PickedFile[];
  missing: UnfinishedFile[];
  /** Picked, but not part of the interrupted upload. */
  others: PickedFile[];
};

type Compare = (file: File, url: string) => Promise<Likeness>;

/**
 * Finds the files of an interrupted upload among those picked again. Name, size and time together tell a file, in another
 * folder, too. Some devices hand out the same file with another time or name: then what has arrived of it decides.
 */
export async function matchUnfinished(
  unfinished: readonly UnfinishedFile[],
  picked: readonly PickedFile[],
  compare: Compare,
): Promise<Matched> {
  const matching = new Matching(unfinished, picked);
  matching.takeAlike(keyOf, ({ key }) => key);
  matching.takeAlike(({ file }) => traitsOf(file), traitsOf);
  await matching.takeSameBytes(compare);
  return matching.result();
}

type Traits = Pick<UnfinishedFile, 'name' | 'size' | 'lastModified'>;
const traitsOf = ({ name, size, lastModified }: Traits) => fileKey({ path: '', name, size, lastModified });

class Matching {
  readonly #unfinished: readonly UnfinishedFile[];
  readonly #found = new Map<UnfinishedFile, PickedFile>();
  readonly #left: Set<PickedFile>;

  constructor(unfinished: readonly UnfinishedFile[], picked: readonly PickedFile[]) {
    this.#unfinished = unfinished;
    this.#left = new Set(picked);
  }

  /** Those whose marks are the same, unless two share one. */
  takeAlike(markOf: (one: PickedFile) => string, mark: (part: UnfinishedFile) => string): void {
    const parts = uniqueBy(this.#missing(), mark);
    for (const [own, one] of uniqueBy([...this.#left], markOf)) {
      const part = parts.get(own);
      if (part) this.#take(part, one);
    }
  }

  async takeSameBytes(compare: Compare): Promise<void> {
    const parts = this.#missing();
    for (const part of parts) {
      const isOnly = parts.filter(({ size }) => size === part.size).length === 1;
      const one = await this.#sameAs(part, isOnly, compare);
      if (one) this.#take(part, one);
    }
  }

  /** Where nothing has arrived that could be mixed up, the place tells a file, or its size when no other has it. */
  async #sameAs(part: UnfinishedFile, isOnly: boolean, compare: Compare): Promise<PickedFile | null> {
    const isAtPlace = ({ path, file }: PickedFile) => path === part.path && file.name === part.name;
    const alike = [...this.#left].filter(({ file }) => file.size === part.size);
    const inOrder = [...alike.filter(isAtPlace), ...alike.filter((one) => !isAtPlace(one))];
    for (const one of inOrder) {
      const likeness = part.url === null ? 'nothing' : await compare(one.file, part.url);
      const isTold = isAtPlace(one) || (isOnly && alike.length === 1);
      if (likeness === 'same' || (likeness === 'nothing' && isTold)) return one;
    }
    return null;
  }

  result(): Matched {
    const found = [...this.#found].map(([{ path, name, key }, { file }]) => ({ file, path, name, key }));
    return { found, missing: this.#missing(), others: [...this.#left] };
  }

  #take(part: UnfinishedFile, one: PickedFile): void {
    this.#found.set(part, one);
    this.#left.delete(one);
  }

  #missing(): UnfinishedFile[] {
    return this.#unfinished.filter((part) => !this.#found.has(part));
  }
}

/** Without those that share a mark. */
function uniqueBy<T>(all: readonly T[], markOf: (one: T) => string): Map<string, T> {
  const seen = new Map<string, T | null>();
  for (const one of all) {
    const mark = markOf(one);
    seen.set(mark, seen.has(mark) ? null : one);
  }
  return new Map([...seen].filter((entry): entry is [string, T] => entry[1] !== null));
}
