/** The calls whose bodies are files, not JSON. The transfer layer answers them; screens link to them. */
export const bytePaths = {
  ownFile: '/api/v2/sec/share/{id}/file/{fileId}',
  openFile: '/api/v2/open/share/{id}/file/{fileId}',
  ownThumbnail: '/api/v2/sec/share/{id}/file/{fileId}/thumbnail',
  openThumbnail: '/api/v2/open/share/{id}/file/{fileId}/thumbnail',
  ownZip: '/api/v2/sec/share/{id}/zip',
  inboxZip: '/api/v2/sec/alias/{id}/zip',
  inboxTable: '/api/v2/sec/alias/{id}/deliveries.csv',
  openZip: '/api/v2/open/share/{id}/zip',
  openText: '/api/v2/open/share/{id}/text',
  openSums: '/api/v2/open/share/{id}/SHA256SUMS',
  openUrls: '/api/v2/open/share/{id}/urls',
  openNamed: '/api/v2/open/share/{id}/named/{name}',
  form: '/api/v2/sec/upload',
  formInto: '/api/v2/sec/upload/{id}/files/add',
  aliasForm: '/api/v2/alias/upload',
  aliasFormInto: '/api/v2/alias/upload/{id}/files/add',
  uploads: '/api/v2/sec/upload/{id}/files/tus',
  upload: '/api/v2/sec/upload/{id}/files/tus/{fileId}',
  aliasUploads: '/api/v2/alias/upload/{id}/files/tus',
  aliasUpload: '/api/v2/alias/upload/{id}/files/tus/{fileId}',
  send: '/u',
  sendNamed: '/u/{name}',
  aliasSend: '/u/alias/{id}',
  aliasSendNamed: '/u/alias/{id}/{name}',
  probe: '/api/v2/admin/doctor/probe',
} as const;

type Slots<P extends string> = P extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never;

/** Puts ids into a path's slots. */
export function fillPath<P extends string>(path: P, params: Record<Slots<P>, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, slot: string) =>
    encodeURIComponent((params as Record<string, string>)[slot] ?? ''),
  );
}
