/** Limits of a bundle. `groupFiles` and `groupBytes` are written together. */
export const bundleLimits = {
  files: 10_000,
  fileBytes: 256 * 1024,
  headBytes: 16 * 1024,
  groupFiles: 200,
  groupBytes: 8 * 1024 * 1024,
} as const;

/** Says which file the next `size` bytes are. */
export type BundleHead = {
  key: string;
  /** With the folders before it. */
  path: string;
  size: number;
  /** In milliseconds since 1970. */
  modified?: number | undefined;
  type?: string | undefined;
  /** No bytes follow: only the answer is wanted. */
  ask?: true | undefined;
};

export const lengthBytes = 4;

/** The head as it stands before its file: its length in four bytes, the largest first, and its JSON. */
export function formatHead(head: BundleHead): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(lengthBytes + json.length);
  new DataView(bytes.buffer).setUint32(0, json.length);
  bytes.set(json, lengthBytes);
  return bytes;
}

/** A line of the answer: of a file that is stored, or of one that isn't; the last one may be of none. */
export type BundleLine = { key?: string; id?: string | null; code?: string; message?: string };

/** Reads the lines that are whole. A proxy's page and a line that was cut are left out. */
export const bundleLines = (text: string): BundleLine[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line) => parseLine(line) ?? []);

function parseLine(line: string): BundleLine | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
