import { oneLine } from '@/lib/domain/pasted/name';

export type Output = {
  /** For people who watch; never on stdout, which is for results. */
  note: (text: string) => void;
  /** The result: a line of cells, or JSON. */
  result: (cells: string | string[], json: unknown) => void;
  isQuiet: boolean;
  isJson: boolean;
};

export function outputOf({ quiet, json }: { quiet?: boolean; json?: boolean }): Output {
  const isQuiet = quiet ?? false;
  const isJson = json ?? false;
  return {
    isQuiet,
    isJson,
    note: (text) => {
      if (!isQuiet) process.stderr.write(`${oneLine(text)}\n`);
    },
    result: (cells, value) => {
      const line = isJson ? jsonOf(value) : [cells].flat().map(oneLine).join('\t');
      process.stdout.write(`${line}\n`);
    },
  };
}

/** What JSON leaves as it is, and terminals obey. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(obeyed, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
