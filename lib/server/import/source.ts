import 'server-only';
import { BadConfiguration } from '@/lib/server/config';

export const products = ['picoshare', 'psitransfer', 'plik', 'pingvin', 'sharry'] as const;
export type Product = (typeof products)[number];

/** Stands for “never” in columns that need a date. */
export const neverExpires = new Date('2999-12-31T00:00:00.000Z');

export type SkipReason =
  | 'unfinished'
  | 'bytesMissing'
  | 'sizeMismatch'
  | 'checksumMismatch'
  | 'metadataMissing'
  | 'metadataUnreadable'
  | 'nameNotUtf8'
  | 'deleted'
  | 'removed'
  | 'expired'
  | 'stream'
  | 'bytesInS3WithoutAccess'
  | 'orphan'
  | 'ownerRemoved'
  | 'sourceChanged'
  | 'changedHere';

export type ItemKind = 'account' | 'alias' | 'share' | 'file' | 'invitation';

/** A reason means that it was skipped, no reason that it was changed. */
export type Remark = {
  kind: ItemKind | 'token' | 'source';
  oldId: string;
  name?: string | null;
  reason?: SkipReason;
  text: string;
};

export type SkipNote = { reason: SkipReason; text: string };

export type SourceAccount = {
  oldId: string;
  login: string;
  otherLogin?: string;
  source: string;
  subject: string | null;
  passwordHash: string | null;
  email: string | null;
  state?: 'Active' | 'Disabled';
  admin: boolean;
  maxBytes: bigint | null;
  loginCount?: number;
  lastLoginAt?: Date | null;
  createdAt: Date;
};

export type SourceInvitation = { key: string; createdAt: Date; expiresAt: Date };

export type SourceAlias = {
  oldId: string;
  ownerId: string | null;
  name: string;
  enabled: boolean;
  validityMs: number;
  memberIds?: string[];
  createdAt: Date;
};

export type SourceFile = {
  oldId: string;
  name: string;
  mimeType: string | null;
  sizeBytes: number;
  md5?: string | null;
  sha256?: string | null;
  createdAt: Date;
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** Text is hashed here. A hash is stored as it is and verified by its format. */
export type SourcePassword = { text: string } | { hash: string };

export type SourceShare = {
  oldId: string;
  /** Set when the share's id differs from its link's, and URLs of signed-in people contain it. */
  keepsId?: true;
  ownerId: string | null;
  aliasId: string | null;
  name?: string | null;
  description: string | null;
  password: SourcePassword | null;
  maxViews: number;
  validityMs: number;
  createdAt: Date;
  publication: SourcePublication | null;
  files: SourceFile[];
};

export type SourcePublication = {
  linkId: string;
  enabled: boolean;
  views: number;
  publishedAt: Date;
  publishUntil: Date;
  lastAccessAt: Date | null;
};

export type SourceItem =
  | { account: SourceAccount }
  | { alias: SourceAlias }
  | { share: SourceShare }
  | { invitation: SourceInvitation }
  | { remark: Remark };

/**
 * A read-only view of another installation. Yields accounts before aliases, and aliases before shares. The first
 * account of a login gets it.
 */
export type ImportSource = {
  product: Product;
  countOwnerless: () => number | Promise<number>;
  items: () => AsyncGenerator<SourceItem> | Generator<SourceItem>;
  address?: string | null;
  stamp: () => string | Promise<string>;
  close: () => void | Promise<void>;
};

export class DamagedDatabase extends BadConfiguration {}

export const unknownSchema = (product: string, schema: string | number, newest: string | number) =>
  new BadConfiguration(
    `This database has schema ${schema}; Slipway knows ${product}’s up to ${newest}. Use a newer Slipway.`,
  );

export type SourceOptions = {
  now: Date;
  workFolder: string;
};

/** A CHECK of the database requires a positive value. */
export const validityBetween = (from: Date, until: Date): number =>
  Math.max(1000, until.getTime() - from.getTime());
