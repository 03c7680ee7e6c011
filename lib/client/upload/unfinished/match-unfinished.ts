import { fileKey, keyOf, type PickedFile } from '../upload-item';
import type { Likeness } from './partial-files';
import type { UnfinishedFile } from './unfinished-store';

export type MatchResult = {
  found: PickedFile[];
  missing: UnfinishedFile[];
  others: PickedFile[];
};

type CompareFile = (file: File, url: string) => Promise<Likeness>;

/**
 * Matches picked files with those of an interrupted upload by name, size and time, in any folder. Some devices change
 * name or time; then the server's bytes decide.
 */
export async function matchUnfinished(
  unfinished: readonly UnfinishedFile[],
  picked: readonly PickedFile[],
  compare: CompareFile,
): Promise<MatchResult> {
  const matching = new FileMatcher(unfinished, picked);
  matching.takeAlike(keyOf, ({ key }) => key);
  matching.takeAlike(({ file }) => traitsOf(file), traitsOf);
  await matching.takeSameBytes(compare);
  return matching.result();
}

type NameSizeTime = Pick<UnfinishedFile, 'name' | 'size' | 'lastModified'>;
const traitsOf = ({ name, size, lastModified }: NameSizeTime) =>
  fileKey({ path: '', name, size, lastModified });

class FileMatcher {
  readonly #unfinished: readonly UnfinishedFile[];
  readonly #found = new Map<UnfinishedFile, PickedFile>();
  readonly #left: Set<PickedFile>;

  constructor(unfinished: readonly UnfinishedFile[], picked: readonly PickedFile[]) {
    this.#unfinished = unfinished;
    this.#left = new Set(picked);
  }

  takeAlike(markOf: (one: PickedFile) => string, mark: (part: UnfinishedFile) => string): void {
    const parts = uniqueBy(this.#missing(), mark);
    for (const [own, one] of uniqueBy([...this.#left], markOf)) {
      const part = parts.get(own);
      if (part) this.#take(part, one);
    }
  }

  async takeSameBytes(compare: CompareFile): Promise<void> {
    const parts = this.#missing();
    for (const part of parts) {
      const isOnly = parts.filter(({ size }) => size === part.size).length === 1;
      const one = await this.#sameAs(part, isOnly, compare);
      if (one) this.#take(part, one);
    }
  }

  /** Without server bytes to confuse, path and name decide, or a unique size. */
  async #sameAs(part: UnfinishedFile, isOnly: boolean, compare: CompareFile): Promise<PickedFile | null> {
    const isAtPlace = ({ path, file }: PickedFile) => path === part.path && file.name === part.name;
    const alike = [...this.#left].filter(({ file }) => file.size === part.size);
    const inOrder = [...alike.filter(isAtPlace), ...alike.filter((one) => !isAtPlace(one))];
    for (const one of inOrder) {
      const likeness = part.url === null ? 'nothing' : await compare(one.file, part.url);
      const isUnambiguous = isAtPlace(one) || (isOnly && alike.length === 1);
      if (likeness === 'same' || (likeness === 'nothing' && isUnambiguous)) return one;
    }
    return null;
  }

  result(): MatchResult {
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

function uniqueBy<T>(all: readonly T[], markOf: (one: T) => string): Map<string, T> {
  const seen = new Map<string, T | null>();
  for (const one of all) {
    const mark = markOf(one);
    seen.set(mark, seen.has(mark) ? null : one);
  }
  return new Map([...seen].filter((entry): entry is [string, T] => entry[1] !== null));
}
