export type PreviewKind = 'image' | 'video' | 'audio' | 'text' | 'pdf';

/** How a file can be shown in the page, by its type; null when it can only be downloaded. */
export function previewKind(mimeType: string): PreviewKind | null {
  if (mimeType.startsWith('application/pdf')) return 'pdf';
  const [family] = mimeType.split('/', 1);
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : null;
}
