/** The frame may load nothing (see `viewerHeaders`), so the page passes in document, fonts and decoders. */
export type ToFrame =
  | { type: 'open'; bytes: ArrayBuffer; pageLabel: string }
  | { type: 'resource'; id: number; bytes: ArrayBuffer | null };

export type FromFrame =
  | { type: 'ready' }
  | { type: 'want'; id: number; folder: ResourceFolder; name: string }
  | { type: 'shown'; page: number; pages: number }
  | { type: 'failed'; reason: 'locked' | 'broken' }
  | { type: 'key'; key: string };

export const resourceFolders = ['cmaps', 'fonts', 'wasm'] as const;
export type ResourceFolder = (typeof resourceFolders)[number];

export const viewerKeys: readonly string[] = ['Escape', 'ArrowLeft', 'ArrowRight'];
