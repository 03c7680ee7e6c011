import type { MailSink } from '@/testing/network/mail-sink';
import type { Started } from './started';

/** How a line starts the product. */
export type Surroundings = {
  env?: Record<string, string>;
  /** What the second start has besides. */
  later?: Record<string, string>;
  /** Below the home of the server. */
  dataDir?: string;
  uid?: number;
  /** What the shell does before it starts node: `umask 000`. */
  shell?: string;
  /** A program that starts the shell, with its options: `unshare`. */
  wrapper?: readonly string[];
  /** A program in place of this node. */
  node?: string;
  /** Where the product listens, as a URL has it. */
  host?: string;
  /** A database of its own, which need not be there before `before`. */
  databaseUrl?: string;
  before?: (server: Started) => Promise<void> | void;
  between?: (server: Started) => Promise<void> | void;
  /** Undoes `before`, whatever came between. */
  after?: (server: Started) => Promise<void> | void;
};

/**
 * One thing that is tried. `isNew`: the first start makes everything; other lines begin with a copy of what one has made.
 * `refused`: it can't work, and the start says so in one sentence with these words.
 */
export type Line = Surroundings & {
  name: string;
  isNew?: boolean;
  skipped?: string | false;
  refused?: string;
  /** One of the few that differ most. */
  isShort?: boolean;
  /** What a shell does in a network of the line's own, in which all of it takes place, this program included. */
  network?: string;
};

export type Family = {
  about: string;
  /** `isShort`: only those that are marked so will be tried. */
  lines: (isShort: boolean) => Promise<readonly Line[]> | readonly Line[];
  /** Ends what the lines needed. */
  close?: () => Promise<void>;
};

export type Aids = { mails: MailSink; template: () => Promise<string> };
