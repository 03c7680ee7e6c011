/** Found in the data of a page (React’s wire format): what its browser loads, and what is odd there. */
export type FlightLoads = { scripts: string[]; odd: string[] };

/** Rows of these kinds have a length and may have line ends; others end at a line end. */
const withLength = 'TAOoUSsLlGgMmVb';
const scriptHints = 'SXM';

export function flightLoads(data: Buffer): FlightLoads {
  const found: FlightLoads = { scripts: [], odd: [] };
  const texts = new Map<string, string>();
  for (let at = 0; at < data.length; ) {
    const colon = data.indexOf(':', at);
    if (colon < 0) break;
    const longEnd = endOfLong(data, colon + 1);
    const end = longEnd ?? endOfLine(data, colon);
    const row = data.toString('utf8', colon + 1, end);
    const text = longEnd === null ? parse(row) : row.slice(row.indexOf(',') + 1);
    if (typeof text === 'string') texts.set(data.toString('latin1', at, colon), text);
    if (longEnd === null) readRow(row, found);
    at = longEnd ?? end + 1;
  }
  // Rows refer to others by "$" and their name. What refers to none stays, and is no file of ours.
  const named = (text: string) => (text.startsWith('$') && texts.get(text.slice(1))) || text;
  return { ...found, scripts: found.scripts.map(named) };
}

function endOfLine(data: Buffer, at: number): number {
  const end = data.indexOf('\n', at);
  return end < 0 ? data.length : end;
}

/** The end of a row that says its length, after its kind. Null for another. */
function endOfLong(data: Buffer, at: number): number | null {
  if (!withLength.includes(String.fromCharCode(data[at] ?? 0))) return null;
  const comma = data.indexOf(',', at);
  const length = comma < 0 ? '' : data.toString('latin1', at + 1, comma);
  return /^[0-9a-f]+$/.test(length) ? comma + 1 + Number.parseInt(length, 16) : null;
}

function readRow(row: string, found: FlightLoads): void {
  const [, kind = '', json = ''] = /^(I|H[A-Za-z]|[A-Za-z]?)(.*)$/s.exec(row) ?? [];
  const value = parse(json);
  if (kind === 'I' && Array.isArray(value)) found.scripts.push(...textsIn(value[1]));
  else if (kind.startsWith('H')) readHint(kind.slice(1), value, found);
  else walk(value, found);
}

function readHint(hint: string, value: unknown, found: FlightLoads): void {
  const [address, as] = Array.isArray(value) ? value : [value];
  const isLoaded = scriptHints.includes(hint) || (hint === 'L' && (as === 'script' || as === 'style'));
  if (isLoaded) found.scripts.push(String(address));
}

const elements = ['script', 'iframe', 'object', 'embed', 'base'];

function walk(value: unknown, found: FlightLoads): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) readElement(value, found);
  for (const one of Object.values(value)) walk(one, found);
}

/** Elements are `["$", name, key, properties]`. */
function readElement([mark, name, , properties]: unknown[], found: FlightLoads): void {
  if (mark !== '$' || !elements.includes(String(name).toLowerCase())) return;
  const { src, href, data, srcDoc } = (properties ?? {}) as Record<string, unknown>;
  const address = src ?? href ?? data ?? srcDoc;
  if (address === undefined) return;
  if (name === 'script') found.scripts.push(String(address));
  else found.odd.push(`<${name}>`);
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsIn) : typeof value === 'string' ? [value] : [];

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
