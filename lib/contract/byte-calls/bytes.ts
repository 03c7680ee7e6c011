import { encodeSegment } from '@/lib/domain/url';

export const bytePaths = {
  ownFile: '/api/v2/sec/share/{id}/file/{fileId}',
  openFile: '/api/v2/open/share/{id}/file/{fileId}',
  ownZip: '/api/v2/sec/share/{id}/zip',
  openZip: '/api/v2/open/share/{id}/zip',
  uploads: '/api/v2/sec/upload/{id}/files/tus',
  upload: '/api/v2/sec/upload/{id}/files/tus/{fileId}',
  bundle: '/api/v2/sec/upload/{id}/files/bundle',
  aliasUploads: '/api/v2/alias/upload/{id}/files/tus',
  aliasBundle: '/api/v2/alias/upload/{id}/files/bundle',
} as const;

type Slots<P extends string> = P extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never;

export function fillPath<P extends string>(path: P, params: Record<Slots<P>, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, slot: string) =>
    encodeSegment((params as Record<string, string>)[slot] ?? ''),
  );
}
