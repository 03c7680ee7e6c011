import 'server-only';

export type CodeRange = readonly [from: number, to: number];

/** Allows for list and quote markers. A backtick fence has no backtick in its info string. */
const fence = /^[\s>*+\-\d.)]{0,40}?(`{3,}(?=[^`]*$)|~{3,})/;

/** Finds fenced and inline code in Markdown, in order. */
export function codeRanges(text: string): CodeRange[] {
  const ranges: CodeRange[] = [];
  let block: MarkdownBlock = { from: 0, fence: null };
  for (const { 0: line, index } of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const mark = fence.exec(line.trimEnd())?.[1] ?? null;
    const isEnd = block.fence === null ? mark !== null || line.trim() === '' : mark?.startsWith(block.fence);
    if (!isEnd) continue;
    const begins = block.fence === null && mark !== null;
    const next = begins ? index : index + line.length;
    ranges.push(...rangesIn(text, block, next));
    block = { from: next, fence: begins ? mark : null };
  }
  return [...ranges, ...rangesIn(text, block, text.length)];
}

/** A paragraph, or a fenced block if `fence` is set. */
type MarkdownBlock = { from: number; fence: string | null };

const rangesIn = (text: string, { from, fence: mark }: MarkdownBlock, to: number): CodeRange[] =>
  mark === null ? spans(text, from, to) : [[from, to]];

/** Pairs backtick runs of equal length, in linear time. */
function spans(text: string, from: number, to: number): CodeRange[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ 0: run, index }) => ({
    at: from + index,
    length: run.length,
  }));
  const next = new Map<number, number>();
  const closers = runs.map(() => -1);
  for (let nth = runs.length - 1; nth >= 0; nth--) {
    const length = runs[nth]?.length ?? 0;
    closers[nth] = next.get(length) ?? -1;
    next.set(length, nth);
  }
  const found: CodeRange[] = [];
  for (let nth = 0; nth < runs.length; nth++) {
    const [opener, closer] = [runs[nth], runs[closers[nth] ?? -1]];
    if (!opener || !closer) continue;
    found.push([opener.at, closer.at + closer.length]);
    nth = closers[nth] ?? nth;
  }
  return found;
}
