import 'server-only';
import type { ErrorCode } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/http/scope';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import type { Config } from './config';
import type { PrismaClient } from './db/generated/client';
import type { Logger } from './log';
import type { Mailer } from './mail/mailer';
import type { Storage } from './storage/port';

export type Viewer = {
  id: string;
  login: string;
  admin: boolean;
  sessionId: string;
  grant?: Grant;
  /** The installation demands a second factor that is not set up yet. */
  lacksFactor?: true;
};

type Grant = { name: string; scopes: readonly Scope[]; networks: readonly string[] };

export type Client = { address: string | null; userAgent: string | null };

/** Everything that a service may use. Services read no globals, so tests can replace all of it. */
export type Context = {
  db: PrismaClient;
  storage: Storage;
  mail: Mailer | null;
  log: Logger;
  config: Config;
  now: Date;
  newId: () => string;
  client: Client;
  /** Secret by which the caller's browser is known again; a new one for a browser that has none. */
  browser?: () => string;
  viewer: Viewer | null;
  /** Links a response to its audit events. Null without a request. */
  requestId: string | null;
  alias?: AliasPass;
};

export type UserContext = Context & { viewer: Viewer };

/**
 * Allows uploading for the alias' owner and nothing else. `albumId` is the share that collects everything for its
 * visitors.
 */
export type AliasPass = {
  id: string;
  ownerId: string;
  validityMs: number;
  albumId?: string | null;
  isAlbumShut?: boolean;
  lock?: InboxLock | null;
  form?: InboxForm | null;
  /** Nothing else may be added to, and no share be begun. */
  onlyShareId?: string;
};

/** Senders have to prove that they know the password or are visitors of the album. */
export type InboxLock = {
  /** Null when no password is accepted. */
  hash: string | null;
  version: number | string;
  shareId?: string;
  /** Names a proof that isn't the alias's, and what is said without it. */
  proof?: { of: string; missing: ErrorCode };
};

export type AliasContext = Context & { alias: AliasPass };
