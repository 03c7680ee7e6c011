import 'server-only';
import { BadConfiguration } from '@/lib/server/config';

/** The products whose data can come over. */
export const products = ['picoshare', 'psitransfer', 'plik', 'pingvin', 'sharry'] as const;
export type Product = (typeof products)[number];

/** Where "never" is in a column that has no such value. */
export const never = new Date('2999-12-31T00:00:00.000Z');

/** Why something stays behind. */
export type Reason =
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

export type Kind = 'account' | 'alias' | 'share' | 'file' | 'invitation';

/** Something that stays behind (`reason`), or comes over otherwise than it was (no reason). */
export type Remark = {
  kind: Kind | 'token' | 'source';
  oldId: string;
  name?: string | null;
  reason?: Reason;
  text: string;
};

export type SourceAccount = {
  oldId: string;
  login: string;
  /** What they could sign in with there beside their login, and can't here. */
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

/** Its key lets one person register, once. */
export type SourceInvitation = { key: string; createdAt: Date; expiresAt: Date };

export type SourceAlias = {
  oldId: string;
  ownerId: string | null;
  name: string;
  enabled: boolean;
  validityMs: number;
  /** Accounts that may see it, too, by their ids there. */
  memberIds?: string[];
  createdAt: Date;
};

export type SourceFile = {
  oldId: string;
  /** As it is there, with folders perhaps. */
  name: string;
  mimeType: string | null;
  sizeBytes: number;
  /** What the other product says of the bytes, in hex. */
  md5?: string | null;
  sha256?: string | null;
  createdAt: Date;
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The text is hashed before it is kept; a hash is kept as it is and verified by what kind it is. */
export type SourcePassword = { text: string } | { hash: string };

/** `ownerId` and `aliasId` are ids of the other product; without an owner it goes to the one whom the operator names. */
export type SourceShare = {
  oldId: string;
  /** An ID of its own beside that of its link, which addresses of people who sign in hold. */
  keepsId?: true;
  ownerId: string | null;
  aliasId: string | null;
  name?: string | null;
  description: string | null;
  password: SourcePassword | null;
  maxViews: number;
  validityMs: number;
  createdAt: Date;
  /** Null: it was never published. */
  publication: SourcePublication | null;
  files: SourceFile[];
};

export type SourcePublication = {
  /** Its ID in the link there. */
  linkId: string;
  enabled: boolean;
  views: number;
  publishedAt: Date;
  publishUntil: Date;
  lastAccessAt: Date | null;
};

export type Item =
  | { account: SourceAccount }
  | { alias: SourceAlias }
  | { share: SourceShare }
  | { invitation: SourceInvitation }
  | { remark: Remark };

/**
 * An installation of another product, only ever read. Accounts come before aliases, aliases before shares; of accounts
 * that want the same login the first gets it.
 */
export type Source = {
  product: Product;
  /** How many things in it belong to nobody. */
  countOwnerless: () => number | Promise<number>;
  items: () => AsyncGenerator<Item> | Generator<Item>;
  /** Where its links lead to, if it knows. */
  address?: string | null;
  /** Something that is another after the other product has written. */
  stamp: () => string | Promise<string>;
  close: () => void | Promise<void>;
};

/** A database in which something can't be read. */
export class Damaged extends BadConfiguration {}

/** What a reader needs to know beside where the data lie. */
export type Reading = {
  now: Date;
  /** A folder of its own for what it must put somewhere; removed afterwards. */
  workFolder: string;
};

/** A CHECK of the database wants more than nothing. */
export const validity = (from: Date, until: Date): number => Math.max(1000, until.getTime() - from.getTime());
