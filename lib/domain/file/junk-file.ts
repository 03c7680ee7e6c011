const junkFiles = new Set(['.ds_store', '.localized', 'thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r']);
const junkFolders = new Set([
  '__macosx',
  '.spotlight-v100',
  '.trashes',
  '.fseventsd',
  '.temporaryitems',
  '$recycle.bin',
  'system volume information',
]);

export function isJunk(path: string, name: string): boolean {
  const lower = name.toLowerCase();
  if (junkFiles.has(lower) || lower.startsWith('._')) return true;
  return path.split('/').some((folder) => junkFolders.has(folder.toLowerCase()));
}
