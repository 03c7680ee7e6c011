export type Placed = { id: string; filename: string; path: string; size: number };

export type Folder<F> = {
  /** Its own name; "" for the share itself. */
  name: string;
  /** From the share down, "/" between names. */
  path: string;
  folders: Folder<F>[];
  files: F[];
  /** Of everything below it. */
  count: number;
  sizeBytes: number;
};

// One collation for server and browser, whatever their languages, so that both draw the same list.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** People's order of names: case doesn't matter and "2" comes before "10"; never 0 for different names. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const byName = (a: Placed, b: Placed) =>
  compareNames(a.filename, b.filename) || compareNames(a.path, b.path) || (a.id < b.id ? -1 : 1);

/** Files by name, whatever folder they are in. */
export function sortByName<F extends Placed>(files: readonly F[]): F[] {
  return [...files].sort(byName);
}

/** The folders that files name by their paths, each sorted: folders first, then files. */
export function fileTree<F extends Placed>(files: readonly F[]): Folder<F> {
  const root = emptyFolder<F>('', '');
  for (const file of sortByName(files)) {
    let folder = root;
    count(folder, file);
    for (const name of file.path.split('/').filter(Boolean)) {
      folder = childOf(folder, name);
      count(folder, file);
    }
    folder.files.push(file);
  }
  sortFolders(root);
  return root;
}

/** All files of a folder and of the folders in it. */
export const filesBelow = <F>({ files, folders }: Folder<F>): F[] => [
  ...folders.flatMap(filesBelow),
  ...files,
];

const emptyFolder = <F>(name: string, path: string): Folder<F> => ({
  name,
  path,
  folders: [],
  files: [],
  count: 0,
  sizeBytes: 0,
});

function childOf<F>(folder: Folder<F>, name: string): Folder<F> {
  const known = folder.folders.find((child) => child.name === name);
  if (known) return known;
  const child = emptyFolder<F>(name, folder.path === '' ? name : `${folder.path}/${name}`);
  folder.folders.push(child);
  return child;
}

function count<F extends Placed>(folder: Folder<F>, file: F): void {
  folder.count++;
  folder.sizeBytes += file.size;
}

function sortFolders<F>(folder: Folder<F>): void {
  folder.folders.sort((a, b) => compareNames(a.name, b.name));
  for (const child of folder.folders) sortFolders(child);
}
