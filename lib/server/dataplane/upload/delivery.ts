import 'server-only';
import type { Readable } from 'node:stream';
import type { Context } from '@/lib/server/context';
import type { Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/announcement';
import type { ExpectedChecksum } from './checksum';

/** The request that a store works for. */
export type Delivery = {
  ctx: Context;
  destination: Destination;
  body: Readable | null;
  /** Content-Length, null when the body is sent in pieces of unknown number. */
  length: number | null;
  newFile: NewFile | null;
  /** What the body's own checksum has to be, when it came with one. */
  expected: ExpectedChecksum | null;
  isOnlyLooking: boolean;
  /** Whether its body is a piece of the file, as that of a creation may be. */
  isUpload: boolean;
  /** The same, and not an empty one. */
  bringsBytes: boolean;
  /** Where that piece begins. */
  offset: number;
};
