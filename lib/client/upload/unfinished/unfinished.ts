import { fileKey, keyOf, type PickedFile } from '../upload-item';

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

export const unfinishedFile = ({ file, path, name = file.name }: PickedFile): UnfinishedFile => {
  const { size, lastModified } = file;
  return { key: keyOf({ file, path }), path, name, size, lastModified, url: null };
};

export type Matched = {
  /** Files to send on, under the path they had. */
  found: PickedFile[];
  missing: UnfinishedFile[];
  /** Picked, but not part of the interrupted upload. */
  others: PickedFile[];
};

/**
 * Finds the files of an interrupted upload among those picked again. When a file is in another folder now, or
 * was picked without its folder, its name, size and time still tell it, unless two unfinished files share them.
 */
export function matchUnfinished(
  unfinished: readonly UnfinishedFile[],
  picked: readonly PickedFile[],
): Matched {
  const byKey = new Map(unfinished.map((file) => [file.key, file]));
  const byTraits = uniqueByTraits(unfinished);
  const found = new Map<string, PickedFile>();
  const others: PickedFile[] = [];
  for (const one of picked) {
    const match = byKey.get(keyOf(one)) ?? byTraits.get(traitsOf(one.file));
    if (match && !found.has(match.key))
      found.set(match.key, { file: one.file, path: match.path, name: match.name });
    else if (!match) others.push(one);
  }
  const missing = unfinished.filter(({ key }) => !found.has(key));
  return { found: [...found.values()], missing, others };
}

type Traits = Pick<UnfinishedFile, 'name' | 'size' | 'lastModified'>;
const traitsOf = ({ name, size, lastModified }: Traits) => fileKey({ path: '', name, size, lastModified });

function uniqueByTraits(files: readonly UnfinishedFile[]): Map<string, UnfinishedFile> {
  const seen = new Map<string, UnfinishedFile | null>();
  for (const file of files) {
    const traits = traitsOf(file);
    seen.set(traits, seen.has(traits) ? null : file);
  }
  return new Map([...seen].filter((entry): entry is [string, UnfinishedFile] => entry[1] !== null));
}
