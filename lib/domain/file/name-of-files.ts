import type { TreeFile } from './file-tree';

type NamedFile = Pick<TreeFile, 'path' | 'filename'>;

export function nameOfFiles(files: readonly NamedFile[]): { name: string; more: number } | null {
  const [first] = files;
  if (!first) return null;
  const folder = folderOf(first);
  if (folder && files.every((file) => folderOf(file) === folder)) return { name: folder, more: 0 };
  return { name: first.filename, more: files.length - 1 };
}

const folderOf = ({ path }: NamedFile): string => path.split('/', 1)[0] ?? '';
