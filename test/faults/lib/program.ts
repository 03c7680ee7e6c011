export type Figures = Record<string, number | string>;

/** Results of a program. Each failure is a sentence about a broken promise. */
export type Outcome = { figures: Figures; failures: string[] };

/**
 * Breaks something repeatedly while the product is used. `test/faults/NAME.ts` exports one as `program`, run by `npm
 * run test:faults -- NAME`.
 */
export type Program = {
  about: string;
  /** The program fails when it takes longer. */
  maxMinutes: number;
  run: (say: (line: string) => void) => Promise<Outcome>;
};
