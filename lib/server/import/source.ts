import 'server-only';

/** The products whose data can come over. */
export const products = ['picoshare', 'psitransfer', 'plik'] as const;
export type Product = (typeof products)[number];

/** Where "never" stands in a column that has no such value. */
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
  | 'expired'
  | 'stream'
  | 'orphan';

export type Kind = 'account' | 'alias' | 'share' | 'file';

/** Something that stays behind (`reason`), or comes over otherwise than it was (no reason). */
export type Remark = {
  kind: Kind | 'token';
  oldId: string;
  name?: string | null;
  reason?: Reason;
  text: string;
};

export type SourceAccount = {
  oldId: string;
  login: string;
  source: string;
  subject: string | null;
  passwordHash: string | null;
  email: string | null;
  admin: boolean;
  maxBytes: bigint | null;
  createdAt: Date;
};

export type SourceAlias = {
  oldId: string;
  ownerId: string | null;
  name: string;
  enabled: boolean;
  validityMs: number;
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
  createdAt: Date;
  read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The text is hashed before it is kept; a hash is kept as it is and verified by what kind it is. */
export type SourcePassword = { text: string } | { hash: string };

/** `ownerId` and `aliasId` are ids of the other product; without an owner it goes to the one whom the operator names. */
export type SourceShare = {
  /** What stands in its link there. */
  oldId: string;
  ownerId: string | null;
  aliasId: string | null;
  description: string | null;
  password: SourcePassword | null;
  maxViews: number;
  validityMs: number;
  createdAt: Date;
  enabled: boolean;
  views: number;
  publishUntil: Date;
  lastAccessAt: Date | null;
  files: SourceFile[];
};

export type Item =
  | { account: SourceAccount }
  | { alias: SourceAlias }
  | { share: SourceShare }
  | { remark: Remark };

/** An installation of another product, only ever read. Accounts come before aliases, aliases before shares. */
export type Source = {
  product: Product;
  /** How many things in it belong to nobody. */
  countOwnerless: () => number | Promise<number>;
  items: () => AsyncGenerator<Item> | Generator<Item>;
  close: () => void;
};

/** What a reader needs to know beside where the data lie. */
export type Reading = {
  now: Date;
  /** A folder of its own for what it must put somewhere; removed afterwards. */
  workFolder: string;
};

/** A CHECK of the database wants more than nothing. */
export const validity = (from: Date, until: Date): number => Math.max(1000, until.getTime() - from.getTime());
