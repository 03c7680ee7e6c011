import * as z from 'zod';
import { directPartHeader } from '@/lib/domain/file/direct-upload';
import { arrivedCrcHeader } from './names';

type AnswerHeader = { name: string; description: string; schema: z.ZodType };

const count = z.int().nonnegative();
const text = z.string();

export const answerHeaders = {
  contentLength: { name: 'Content-Length', schema: count, description: 'Bytes of this answer.' },
  contentRange: {
    name: 'Content-Range',
    schema: text,
    description: 'Which bytes these are, of how many: `bytes 0-1023/146515`.',
  },
  contentDisposition: {
    name: 'Content-Disposition',
    schema: text,
    description: 'Name of the file, and whether a browser may show it.',
  },
  acceptRanges: {
    name: 'Accept-Ranges',
    schema: z.literal('bytes'),
    description: 'Ranges can be asked for.',
  },
  etag: { name: 'ETag', schema: text, description: 'Changes whenever the bytes do.' },
  lastModified: {
    name: 'Last-Modified',
    schema: text,
    description: 'When the file last changed, as its sender said; else when it arrived.',
  },
  fileSize: { name: 'File-Size', schema: count, description: 'Bytes of the whole file.' },
  location: {
    name: 'Location',
    schema: text,
    description:
      'The upload that was begun: an absolute URL, or a path where the request came by another name than BASE_URL.',
  },
  nextAddress: { name: 'Location', schema: text, description: 'Where the browser goes next.' },
  tusVersion: {
    name: 'Tus-Resumable',
    schema: z.literal('1.0.0'),
    description: 'Version of the tus protocol.',
  },
  tusVersions: { name: 'Tus-Version', schema: text, description: 'Versions that are understood.' },
  tusExtension: { name: 'Tus-Extension', schema: text, description: 'Parts of tus that are understood.' },
  tusMaxSize: { name: 'Tus-Max-Size', schema: count, description: 'Bytes that a share may hold.' },
  uploadOffset: { name: 'Upload-Offset', schema: count, description: 'Bytes that have arrived.' },
  uploadLength: { name: 'Upload-Length', schema: count, description: 'Bytes of the whole file.' },
  uploadConcat: {
    name: 'Upload-Concat',
    schema: text,
    description: 'Of a part, or of a file joined from parts: as it was created.',
  },
  directPart: {
    name: directPartHeader,
    schema: count,
    description:
      'Of a file that may go straight into the bucket: bytes of each part but the last. Absent for all others.',
  },
  uploadCrc32: {
    name: arrivedCrcHeader,
    schema: text,
    description:
      'CRC-32 of the bytes that have arrived, 8 hex digits: whether a file is the one that was begun.',
  },
  uploadExpires: {
    name: 'Upload-Expires',
    schema: text,
    description: 'When an upload without progress is removed. Absent once the file is complete.',
  },
  retryAfter: { name: 'Retry-After', schema: count, description: 'Seconds to wait before trying again.' },
  setCookie: { name: 'Set-Cookie', schema: text, description: 'Proof for the calls that follow.' },
} as const satisfies Record<string, AnswerHeader>;

export type AnswerHeaderName = keyof typeof answerHeaders;
