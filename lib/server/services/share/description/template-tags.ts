import 'server-only';
import type { CodeRange } from './code-ranges';

/** Format of Mustache's writer; sections have children and the position where they end. */
export type TemplateToken = [
  kind: string,
  value: string,
  from: number,
  to: number,
  inside?: TemplateToken[],
  end?: number,
];

/** `tagLength` fits `filename.` and the longest file name. */
const tagLimits = { tags: 12_000, depth: 32, tagLength: 512, mark: 16 };
const kinds = '#^/>{&=!';

/** Tags within `code` or with unknown names are text. */
type TagRules = { code?: readonly CodeRange[]; isKnown?: (name: string) => boolean };

/**
 * Parses like Mustache, but in linear time; its own parser rescans the rest for every blank or tag.
 * @throws for unclosed tags or sections, and too many, long or deep ones
 */
export function tokensOf(template: string, rules: TagRules = {}): TemplateToken[] {
  const tree = new TokenTree();
  const lines = new LineCollector((token) => tree.add(token));
  const readTag = tagReader(template, rules);
  let marks: TagDelimiters = ['{{', '}}'];
  for (let at = 0, tags = 0; at < template.length; ) {
    const open = template.indexOf(marks[0], at);
    lines.text(template, at, open < 0 ? template.length : open);
    if (open < 0) break;
    if (++tags > tagLimits.tags) throw new Error('This template has too many tags.');
    const { kind, value, to } = readTag(open, marks);
    at = to;
    if (kind === 'text') lines.text(template, open, to);
    else lines.tag([kind, value, open, to]);
    if (kind === '=') marks = parseDelimiters(value);
  }
  lines.end();
  return tree.whole();
}

/** Reads a tag, or text up to the end of the code or unknown tag. */
function tagReader(template: string, { code = [], isKnown = () => true }: TagRules) {
  const codeEnd = codeEndFinder(code);
  return (open: number, marks: TagDelimiters): TemplateTag => {
    const to = codeEnd(open);
    if (to !== null) return { kind: 'text', value: '', to };
    const tag = readTagAt(template, open, marks);
    return '=!'.includes(tag.kind) || isKnown(tag.value) ? tag : { ...tag, kind: 'text' };
  };
}

/** Returns the end of the code around a position, or null. Positions must ascend. */
function codeEndFinder(code: readonly CodeRange[]): (at: number) => number | null {
  let nth = 0;
  return (at) => {
    while ((code[nth]?.[1] ?? Number.POSITIVE_INFINITY) <= at) nth++;
    const [from, to] = code[nth] ?? [Number.POSITIVE_INFINITY, 0];
    return at < from ? null : to;
  };
}

type TagDelimiters = readonly [open: string, close: string];
type TemplateTag = { kind: string; value: string; to: number };

function readTagAt(template: string, open: number, [mark, close]: TagDelimiters): TemplateTag {
  const from = open + mark.length;
  const part = template.slice(from, from + tagLimits.tagLength + close.length + 1);
  const trimmed = part.trimStart();
  const sign = trimmed.charAt(0);
  const kind = sign !== '' && kinds.includes(sign) ? sign : 'name';
  const content = (kind === 'name' ? trimmed : trimmed.slice(1)).trimStart();
  const skipped = from + part.length - content.length;
  // Anything between the second `=` or `}` and the end of the tag counts as nothing.
  const stop = kind === '=' ? '=' : kind === '{' ? `}${close}` : '';
  const inner = content.indexOf(stop || close);
  const end = inner < 0 || stop === '' ? inner : content.indexOf(close, inner + 1);
  if (end < 0) throw new Error('This template has a tag that isn’t closed, or is too long.');
  const value = content.slice(0, inner).trimEnd();
  return { kind: kind === '{' ? '&' : kind, value, to: skipped + end + close.length };
}

/** Parses `{{=<% %>=}}`, which changes the delimiters. */
function parseDelimiters(value: string): TagDelimiters {
  const [open = '', close = ''] = value.split(/\s+/, 2);
  if (open === '' || close === '' || Math.max(open.length, close.length) > tagLimits.mark) {
    throw new Error('These can’t begin and end a tag.');
  }
  return [open, close];
}

/** Drops whitespace from lines that contain only invisible tags. */
class LineCollector {
  readonly #add: (token: TemplateToken) => void;
  #line: TemplateToken[] = [];
  #hasTag = false;
  #isShown = false;

  constructor(add: (token: TemplateToken) => void) {
    this.#add = add;
  }

  text(template: string, from: number, until: number): void {
    for (let at = from; at < until; ) {
      const lineEnd = template.indexOf('\n', at) + 1;
      const to = lineEnd === 0 || lineEnd > until ? until : lineEnd;
      const text = template.slice(at, to);
      this.#line.push(['text', text, at, to]);
      this.#isShown ||= text.trim() !== '';
      if (to === lineEnd) this.end();
      at = to;
    }
  }

  tag(token: TemplateToken): void {
    this.#line.push(token);
    this.#hasTag = true;
    this.#isShown ||= token[0] === 'name' || token[0] === '&';
  }

  end(): void {
    const dropsBlanks = this.#hasTag && !this.#isShown;
    for (const token of this.#line) {
      if (token[0] !== 'text' || !dropsBlanks) this.#add(token);
    }
    this.#line = [];
    this.#hasTag = false;
    this.#isShown = false;
  }
}

class TokenTree {
  readonly #root: TemplateToken[] = [];
  readonly #open: TemplateToken[] = [];

  add(token: TemplateToken): void {
    const [kind, value, from, to] = token;
    if (kind === '/') {
      this.#close(value, from);
      return;
    }
    const siblings = this.#open.at(-1)?.[4] ?? this.#root;
    const last = siblings.at(-1);
    if (kind === 'text' && last?.[0] === 'text') {
      last[1] += value;
      last[3] = to;
      return;
    }
    siblings.push(token);
    if (kind !== '#' && kind !== '^') return;
    token[4] = [];
    if (this.#open.push(token) > tagLimits.depth)
      throw new Error('This template has sections too deep in each other.');
  }

  #close(value: string, at: number): void {
    const section = this.#open.pop();
    if (section?.[1] !== value) throw new Error(`This template closes "${value}", which isn’t open.`);
    section[5] = at;
  }

  whole(): TemplateToken[] {
    if (this.#open.length > 0) throw new Error('This template has a section that isn’t closed.');
    return this.#root;
  }
}
