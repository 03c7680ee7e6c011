import type { ShareFile } from '@/lib/contract/share/file';
import { type OwnMarks, ownMarks } from '@/lib/contract/share/share-marks';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';

const march = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;

type Link = NonNullable<ShareDetail['publishInfo']>;

export const sampleFile = (filename: string, over: Partial<ShareFile> = {}): ShareFile => ({
  id: `id-${filename}`,
  filename,
  path: '',
  size: 500,
  storedSize: 500,
  complete: true,
  mimetype: 'text/plain',
  checksum: '',
  crc32: null,
  created: march,
  lastModified: null,
  ...over,
});

/** A link made at noon of 1 March 2026, for a day. */
export const sampleLink = (over: Partial<Link> = {}): Link => ({
  id: 'link-0123456789abcdef',
  enabled: true,
  views: 0,
  downloads: 0,
  publishDate: march,
  publishUntil: march + 24 * hour,
  expired: false,
  lastAccess: null,
  ...over,
});

const unmarked = Object.fromEntries(Object.keys(ownMarks).map((name) => [name, false])) as OwnMarks;

/** A draft of Ada's with one file, as its page shows it. */
export const sampleShare = (over: Partial<ShareDetail> = {}): ShareDetail => ({
  id: 'share-0123456789abcdef',
  name: 'Plans',
  title: 'Plans',
  firstFile: 'notes.txt',
  aliasId: null,
  aliasName: null,
  album: null,
  creator: 'ada',
  ...unmarked,
  e2ee: null,
  blocked: null,
  validity: 24 * hour,
  until: null,
  link: null,
  maxViews: 30,
  viewsLimited: true,
  maxDownloads: null,
  downloadsLimited: false,
  password: false,
  descriptionRaw: null,
  description: null,
  created: march,
  expiresAt: null,
  publishInfo: null,
  cover: null,
  files: [sampleFile('notes.txt')],
  ...over,
});
