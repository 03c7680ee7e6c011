import type { MailSink } from '@/testing/network/mail-sink';
import type { StartedServer } from './started';

/** Environment and arguments of a start. */
export type Surroundings = {
  env?: Record<string, string>;
  /** Variables of the second start only. */
  later?: Record<string, string>;
  dataDir?: string;
  uid?: number;
  /** Shell code before node starts, for example `umask 000`. */
  shell?: string;
  /** A program that starts the shell, for example `unshare`. */
  wrapper?: readonly string[];
  node?: string;
  host?: string;
  /** A database that `before` may create. */
  databaseUrl?: string;
  before?: (server: StartedServer) => Promise<void> | void;
  between?: (server: StartedServer) => Promise<void> | void;
  after?: (server: StartedServer) => Promise<void> | void;
};

/**
 * One case. `isNew` starts from nothing, other lines from a copy of a first start. `refused` has words of the
 * expected refusal.
 */
export type Line = Surroundings & {
  name: string;
  isNew?: boolean;
  skipped?: string | false;
  refused?: string;
  isShort?: boolean;
  /** Shell code in a network namespace in which the whole line runs. */
  network?: string;
};

export type Family = {
  about: string;
  /** Lists the lines; with `isShort` only marked ones. */
  lines: (isShort: boolean) => Promise<readonly Line[]> | readonly Line[];
  close?: () => Promise<void>;
};

export type LineTools = { mails: MailSink; template: () => Promise<string> };
