export const typeGroups = ['pictures', 'films', 'sound', 'documents', 'archives'] as const;
export type TypeGroup = (typeof typeGroups)[number];

const endingsOf: Record<TypeGroup, string> = {
  pictures: 'jpg jpeg jfif png gif webp avif heic heif bmp tif tiff svg',
  films: 'mp4 m4v mov webm mkv avi mpg mpeg wmv 3gp ogv',
  sound: 'mp3 m4a aac wav flac ogg oga opus wma aif aiff',
  documents:
    'pdf doc docx docm dot dotx xls xlsx xlsm ppt pptx pptm odt ods odp odg rtf txt md csv epub pages numbers key',
  archives: 'zip 7z rar tar gz tgz bz2 xz zst',
};

const groupOfEnding = new Map(
  typeGroups.flatMap((group) => endingsOf[group].split(' ').map((ending) => [ending, group] as const)),
);

export const endingOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const groupOf = (name: string): TypeGroup | null => groupOfEnding.get(endingOf(name)) ?? null;

/** Returns null for types that are too generic to contradict a name. */
export function groupOfType(mimeType: string): TypeGroup | null {
  if (mimeType.startsWith('image/')) return 'pictures';
  if (mimeType.startsWith('video/')) return 'films';
  if (mimeType.startsWith('audio/')) return 'sound';
  if (/^application\/(pdf|msword|rtf|vnd\.(openxmlformats|oasis|ms-(word|excel|powerpoint)))/.test(mimeType))
    return 'documents';
  return /^application\/(x-7z|x-rar|vnd\.rar|x-tar|gzip|x-bzip|x-xz)/.test(mimeType) ? 'archives' : null;
}
