import { createHash } from 'node:crypto';
import { flightLoads } from './flight';

/** `loads`: addresses of scripts and styles, as the page has them. `odd`: what no page of ours has. */
export type PageScripts = { loads: string[]; odd: string[] };

const tagStart = /<(script|base|iframe|frame|object|embed|meta\s[^>]*http-equiv|link)\b/gi;
/** As React writes it. A browser would read much more, which is odd. */
const reactTag = /<([a-z]+)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*\/?>/y;
const attributeOf = (text: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&');

/** @param sums of the scripts whose text may stand in a page */
export function pageScripts(html: string, sums: ReadonlySet<string>): PageScripts {
  const reading: PageReading = { sums, found: { loads: [], odd: [] }, data: [] };
  for (const { index, 1: name = '' } of html.matchAll(tagStart)) {
    reactTag.lastIndex = index;
    const [tag, , attributes = ''] = reactTag.exec(html) ?? [];
    if (tag && name === 'link') reading.found.loads.push(...linked(attributes));
    else if (tag && name === 'script') readScript(attributes, html.slice(index + tag.length), reading);
    else reading.found.odd.push(html.slice(index, index + 60));
  }
  const { found, data } = reading;
  const { scripts, odd } = flightLoads(Buffer.concat(data));
  const handlers = hasHandlers(html) ? ['a handler of events'] : [];
  return { loads: [...new Set([...found.loads, ...scripts])], odd: [...found.odd, ...odd, ...handlers] };
}

type PageReading = { sums: ReadonlySet<string>; found: PageScripts; data: Buffer[] };

const hasHandlers = (html: string): boolean =>
  /<[a-z][^>]*\son[a-z]+\s*=/i.test(html.replace(/<script[\s\S]*?<\/script/gi, ''));

function readScript(attributes: string, after: string, reading: PageReading): void {
  const src = attributeOf(attributes, 'src') ?? attributeOf(attributes, 'href');
  if (src !== undefined) reading.found.loads.push(src);
  else readInline(after.split(/<\/script/i, 1)[0] ?? '', reading);
}

/** Of the links that a page may have, these run or look. */
function linked(attributes: string): string[] {
  const [rel = '', as, href = ''] = ['rel', 'as', 'href'].map((name) => attributeOf(attributes, name));
  const isLoaded = /^(stylesheet|modulepreload)$/.test(rel) || as === 'script' || as === 'style';
  return isLoaded ? [href] : [];
}

const firstPush = '(self.__next_f=self.__next_f||[]).push([0])';
const dataPush = /^self\.__next_f\.push\((\[.*\])\)$/s;
const bundlerStart =
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{.*\})\);$/s;
const earlyCalls = /^(.*?\}\)\(\);)((?:early\.(?:startVisit|drawCover)\(.*\);)+)$/s;

/** Data of the page, the start of its scripts, or a script of the release as text. */
function readInline(text: string, { sums, found, data }: PageReading): void {
  const chunks = startedChunks(text);
  const [, pushed] = dataPush.exec(text) ?? [];
  const [, early = text, calls = ''] = earlyCalls.exec(text) ?? [];
  const isKnown =
    text === firstPush ||
    (pushed !== undefined && readData(pushed, data)) ||
    (sums.has(sha256(`${early}\n`)) && areCalls(calls));
  if (chunks) found.loads.push(...chunks);
  else if (!isKnown) found.odd.push(`inline script: ${text.slice(0, 60)}`);
}

/** Null for another text. */
function startedChunks(text: string): string[] | null {
  const [, started = ''] = bundlerStart.exec(text) ?? [];
  const { otherChunks, runtimeModuleIds, ...others } = (parse(started) ?? { none: 0 }) as Record<
    string,
    unknown
  >;
  const isStart =
    Array.isArray(otherChunks) && Array.isArray(runtimeModuleIds) && Object.keys(others).length === 0;
  return isStart ? otherChunks.map((chunk) => `/_next/${chunk}`) : null;
}

function readData(json: string, data: Buffer[]): boolean {
  const [kind, text] = (parse(json) ?? []) as unknown[];
  if (kind === 1 && typeof text === 'string') data.push(Buffer.from(text));
  else if (kind === 3 && typeof text === 'string') data.push(Buffer.from(text, 'base64'));
  else return false;
  return true;
}

/** Calls whose arguments are nothing but data. */
const areCalls = (text: string): boolean =>
  text.split(/;(?=early\.|$)/).every((one) => {
    const [, values] = /^early\.\w+\((.*)\)$/s.exec(one) ?? [];
    return one === '' || (values !== undefined && parse(`[${values}]`) !== null);
  });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
