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
  /** A program in place of this node. */
  node?: string;
  before?: (server: Started) => void;
  between?: (server: Started) => void;
};

/** One thing that is tried. `refused`: it can't work, and the start says so in one sentence with these words. */
export type Line = Surroundings & { name: string; skipped?: string | false; refused?: string };

export type Family = { about: string; lines: () => readonly Line[] };
