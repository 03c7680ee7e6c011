type Placed = { path: string; filename: string };

/**
 * What files that were dropped together are called: the folder that all of them are in, else the first file and how many
 * more there are.
 */
export function nameOfFiles(files: readonly Placed[]): { name: string; more: number } | null {
  const [first] = files;
  if (!first) return null;
  const folder = folderOf(first);
  if (folder && files.every((file) => folderOf(file) === folder)) return { name: folder, more: 0 };
  return { name: first.filename, more: files.length - 1 };
}

const folderOf = ({ path }: Placed): string => path.split('/', 1)[0] ?? '';
