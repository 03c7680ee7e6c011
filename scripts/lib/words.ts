// Counts how the sources name their types and speak in their comments.
import type { Source } from './sources';

/** Names of types, props of components apart, that more than one file declares, each with its files. */
export function repeatedTypes(sources: Iterable<Source>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { file, text } of sources) {
    const names = [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].map(([, name = '']) => name);
    for (const name of new Set(names)) {
      if (!name.endsWith('Props')) files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  return new Map([...files].filter(([, declaring]) => declaring.length > 1));
}

export type DocComment = { file: string; line: number; text: string };

export function docComments(sources: Iterable<Source>): DocComment[] {
  return [...sources].flatMap(({ file, text }) =>
    [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(({ 1: body = '', index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      text: body.replace(/^\s*\*\s?/gm, ' ').trim(),
    })),
  );
}

/** An opening that makes a sentence out of a question. */
export const opensWithQuestion = ({ text }: DocComment): boolean =>
  /^(What|How|Whether|Where|Who|Whose|Which|When)\b/.test(text);

/** Counts the words before the first tag: errors and parameters need their lists. */
export const isLong = ({ text }: DocComment): boolean =>
  (text.split(/\s@\w/)[0] ?? '').split(/\s+/).length > 40;
