import 'server-only';
import type { Scope } from '@/lib/contract/http/scope';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import type { Config } from './config';
import type { PrismaClient } from './db/generated/client';
import type { Logger } from './log';
import type { Mailer } from './mail/mailer';
import type { Storage } from './storage/port';

/** Who is signed in, with the account's present state. `grant` is there where an access token speaks for the person. */
export type Viewer = { id: string; login: string; admin: boolean; sessionId: string; grant?: Grant };

/** What an access token may do, and from where. */
export type Grant = { name: string; scopes: readonly Scope[]; networks: readonly string[] };

/** Where a request comes from. */
export type Client = { address: string | null; userAgent: string | null };

/** All that a service may touch. It reads no globals, so a test hands it a clock and a database. */
export type Context = {
  db: PrismaClient;
  storage: Storage;
  mail: Mailer | null;
  log: Logger;
  config: Config;
  now: Date;
  newId: () => string;
  client: Client;
  viewer: Viewer | null;
  /** Stands in the answer and in the audit, so that one leads to the other; null where nobody asked. */
  requestId: string | null;
  /** Where the right to upload comes from an alias. */
  alias?: AliasPass;
};

export type UserContext = Context & { viewer: Viewer };

/**
 * What an alias' id opens: uploading for its owner, nothing else. `albumId`: the share into which everything goes, where
 * its visitors see at once what came.
 */
export type AliasPass = {
  id: string;
  ownerId: string;
  validityMs: number;
  albumId?: string | null;
  /** True when that share has no live link. */
  isAlbumShut?: boolean;
  /** Null or nothing: everybody may who knows the alias. */
  lock?: InboxLock | null;
  form?: InboxForm | null;
};

/** What senders have to prove: that they know a password, or are visitors of the album. */
export type InboxLock = {
  /** Null: no password is enough. */
  hash: string | null;
  version: number | string;
  /** Of the album, where its visitors' lock counts. */
  shareId?: string;
};

export type AliasContext = Context & { alias: AliasPass };
