import { oneLine } from '@/lib/domain/pasted/plain-text';

export type Output = {
  /** Writes to stderr, because stdout is for results. */
  note: (text: string) => void;
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

/** JSON leaves these as they are, but terminals interpret them. */
const terminalCharacters = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(
    terminalCharacters,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
