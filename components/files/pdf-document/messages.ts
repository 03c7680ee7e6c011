/**
 * What the page around a PDF and the frame that draws it tell each other. The frame has an opaque origin and may
 * fetch nothing (see `viewerHeaders`), so its document, fonts and decoders are handed in by the page.
 */
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

/** Keys that belong to the viewer around the frame, not to the document. */
export const viewerKeys: readonly string[] = ['Escape', 'ArrowLeft', 'ArrowRight'];
