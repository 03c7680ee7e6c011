export type Figures = Record<string, number | string>;

/** What a program found out; each failure is a sentence about a promise that was not kept. */
export type Outcome = { figures: Figures; failures: string[] };

/**
 * Something goes wrong on purpose, over and over, while the product is used. `test/faults/NAME.ts` exports one as
 * `program`, and `npm run test:faults -- NAME` runs it.
 */
export type Program = {
  /** What goes wrong, and what must not come of it: one sentence. */
  about: string;
  /** It is ended, and has failed, when it takes longer. */
  maxMinutes: number;
  /** @param say reports progress */
  run: (say: (line: string) => void) => Promise<Outcome>;
};
