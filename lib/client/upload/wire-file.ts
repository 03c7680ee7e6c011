import type { UploadItem } from './upload-item';

/** A file as the server gets it. */
export type WireFile = {
  size: number;
  /** Upload-Metadata. */
  metadata: Record<string, string>;
  /** Bytes of a request at most; only of what has to be in memory. */
  sliceBytes?: number;
  slice: (start: number, end: number) => Blob | Promise<Uint8Array<ArrayBuffer>>;
  /** It can't go on: the file isn't what was sent of it. */
  hasChanged?: () => boolean;
};

/** `relativePath` ends with the file name, so that a file named like its folder stays in it. */
const metadataOf = ({ filename, path, file }: UploadItem): Record<string, string> => ({
  filename,
  ...(file.type && { filetype: file.type }),
  mtime: String(file.lastModified),
  ...(path && { relativePath: `${path}/${filename}` }),
});

/** Passes whole files unsliced: slicing a small file takes the browser longer than sending it. */
export const plainWire = (item: UploadItem): WireFile => ({
  size: item.size,
  metadata: metadataOf(item),
  slice: (start, end) => (start === 0 && end >= item.size ? item.file : item.file.slice(start, end)),
});
