export type Output = {
  /** For people who watch; never on stdout, which is for results. */
  note: (text: string) => void;
  /** The result: a line, or JSON. */
  result: (line: string, json: unknown) => void;
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
      if (!isQuiet) process.stderr.write(`${printable(text)}\n`);
    },
    result: (line, value) => process.stdout.write(`${isJson ? JSON.stringify(value) : printable(line)}\n`),
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: names come from others, and terminals obey these
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

export const printable = (text: string): string => text.replace(obeyed, '\ufffd');
