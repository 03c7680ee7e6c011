import { oneLine } from '@/lib/domain/pasted/plain-text';
import { codeOf, sentenceOf } from './failure';
import { tableText } from './table';

export type Output = {
  /** Writes to stderr, because stdout is for results. */
  note: (text: string) => void;
  /** Resolves when stdout has it. */
  result: (text: string, json: unknown) => Promise<void>;
  /** Aligned for people, with tabs for programs. */
  table: (header: string[], rows: string[][], json: unknown) => Promise<void>;
  failure: (error: unknown) => void;
  isQuiet: boolean;
  isJson: boolean;
  /** Results go to a terminal. */
  isForPeople: boolean;
};

export function outputOf({ quiet, json }: { quiet?: boolean; json?: boolean }): Output {
  const isQuiet = quiet ?? false;
  const isJson = json ?? false;
  const { stdout, stderr } = process;
  const isForPeople = stdout.isTTY && !isJson;
  const result = (lines: string[], value: unknown) =>
    writeOut((isJson ? [jsonOf(value)] : lines).map((line) => `${line}\n`).join(''));
  return {
    isQuiet,
    isJson,
    isForPeople,
    note: (text) => {
      const plain = withoutKey(text);
      if (!isQuiet) stderr.write(`${isJson ? jsonOf({ note: plain }) : oneLine(plain)}\n`);
    },
    result: (text, value) => result([oneLine(text)], value),
    table: (header, rows, value) => {
      const cells = rows.map((row) => row.map(oneLine));
      return result(
        isForPeople && cells.length > 0
          ? tableText([header, ...cells], stdout.columns)
          : cells.map((row) => row.join('\t')),
        value,
      );
    },
    failure: (error) => {
      const message = withoutKey(sentenceOf(error));
      stderr.write(`${isJson ? jsonOf({ code: codeOf(error), message }) : `slipway: ${oneLine(message)}`}\n`);
    },
  };
}

/** A failure ends the command, by the listener in main.ts. */
const writeOut = (text: string) =>
  new Promise<void>((resolve) => process.stdout.write(text, (error) => void (error ?? resolve())));

/** Keys of sealed shares are for results alone: what goes to stderr lands in logs. */
const withoutKey = (text: string) => text.replace(/#k=[\w-]+/g, '#k=…');

/** JSON leaves these as they are, but terminals interpret them. */
const terminalCharacters = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(
    terminalCharacters,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
