export type TreeFile = { id: string; filename: string; path: string; size: number };

export type FolderNode<F> = {
  name: string;
  path: string;
  folders: FolderNode<F>[];
  files: F[];
  count: number;
  sizeBytes: number;
};

// One collation for all languages, so that server and browser sort alike.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Ignores case and sorts "2" before "10". Never returns 0 for different names. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const byName = (a: TreeFile, b: TreeFile) =>
  compareNames(a.filename, b.filename) || compareNames(a.path, b.path) || (a.id < b.id ? -1 : 1);

export function sortByName<F extends TreeFile>(files: readonly F[]): F[] {
  return [...files].sort(byName);
}

export function fileTree<F extends TreeFile>(files: readonly F[]): FolderNode<F> {
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

export const filesBelow = <F>({ files, folders }: FolderNode<F>): F[] => [
  ...folders.flatMap(filesBelow),
  ...files,
];

const emptyFolder = <F>(name: string, path: string): FolderNode<F> => ({
  name,
  path,
  folders: [],
  files: [],
  count: 0,
  sizeBytes: 0,
});

function childOf<F>(folder: FolderNode<F>, name: string): FolderNode<F> {
  const known = folder.folders.find((child) => child.name === name);
  if (known) return known;
  const child = emptyFolder<F>(name, folder.path === '' ? name : `${folder.path}/${name}`);
  folder.folders.push(child);
  return child;
}

function count<F extends TreeFile>(folder: FolderNode<F>, file: F): void {
  folder.count++;
  folder.sizeBytes += file.size;
}

function sortFolders<F>(folder: FolderNode<F>): void {
  folder.folders.sort((a, b) => compareNames(a.name, b.name));
  for (const child of folder.folders) sortFolders(child);
}

type NamedFile = Pick<TreeFile, 'path' | 'filename'>;

/** The name of the only file, or of the one folder that holds all. */
export function nameOfFiles(files: readonly NamedFile[]): string | null {
  const [first] = files;
  if (!first) return null;
  const folder = folderOf(first);
  if (folder && files.every((file) => folderOf(file) === folder)) return folder;
  return files.length === 1 ? first.filename : null;
}

const folderOf = ({ path }: NamedFile): string => path.split('/', 1)[0] ?? '';
