import { mailAddress } from './mail-address';

export type Recipients = {
  /** Each once, however often and in whatever spelling it was named. */
  addresses: string[];
  /** As they were written. */
  wrong: string[];
};

/** With more invalid addresses than this, the text is no list of addresses, and the rest isn't read. */
const mostWrong = 100;

/** How many receivers one mail may have. */
export const maxRecipients = 20;

/** And how many recipients a share, each of whom gets a mail of their own. */
export const maxShareRecipients = 200;

/**
 * Receivers as people paste them from a mail program: `,` `;` blanks, tabs and line ends separate them, and an
 * address may come with a name, as `mailto:` or in quotes. Names are dropped. One pass, however hostile the texts.
 */
export function readRecipients(texts: readonly string[]): Recipients {
  const addresses = new Map<string, string>();
  const wrong: string[] = [];
  const add = (address: string) => {
    const key = address.toLowerCase();
    if (!addresses.has(key)) addresses.set(key, address);
  };
  for (const entry of texts.flatMap(entriesOf)) {
    const found = addressesIn(entry.inside ?? entry.text);
    if (found.length === 0 && wrong.push(entry.text) === mostWrong) break;
    for (const address of [...addressesBefore(entry), ...found]) add(address);
  }
  return { addresses: [...addresses.values()], wrong };
}

/** The text between two separators; `inside` is the text in its angle brackets. */
type Entry = { text: string; inside: string | null };

const lineEnd = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
/** What programs add to text and nobody sees: zero-width characters, marks of direction, soft hyphens. */
const invisible = /\p{Cf}/gu;
/** A quote that nothing closes is a character; quotes in quotes aren't read, so each is looked at once. */
const token = /"[^"]*"|<[^<>]*>|[,;]|[^",;<]+|["<]/g;

function entriesOf(text: string): Entry[] {
  const isOutlook = text.includes(';');
  return text
    .replace(invisible, '')
    .split(lineEnd)
    .flatMap(groupsOf)
    .flatMap((group) => (isOutlook && isOneWithCommas(group) ? group.slice(-1) : group));
}

/** The entries of a line, in groups between semicolons. */
function groupsOf(line: string): Entry[][] {
  const groups: Entry[][] = [[]];
  let text = '';
  const end = (inside: string | null) => {
    if (text.trim() !== '') groups.at(-1)?.push({ text: text.trim(), inside });
    text = '';
  };
  for (const [part] of line.matchAll(token)) {
    if (part === ',' || part === ';') end(null);
    else text += part;
    if (part === ';' && groups.at(-1)?.length !== 0) groups.push([]);
    if (part.startsWith('<') && part.endsWith('>')) end(part.slice(1, -1));
  }
  end(null);
  return groups;
}

/** `Muster, Max <max@example.org>;` is one person, where semicolons separate them. */
const isOneWithCommas = (group: Entry[]): boolean =>
  group.every(({ text, inside }, at) =>
    at === group.length - 1 ? inside !== null : inside === null && !text.includes('@'),
  );

/** Addresses with blanks between them; none when anything else is among them. */
function addressesIn(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const address = mailAddress(bare(word));
    if (address === null) return [];
    found.push(address);
  }
  return found;
}

/** Addresses followed by a blank, before the name of the one in brackets. */
function addressesBefore({ text, inside }: Entry): string[] {
  if (inside === null) return [];
  const name = text.slice(0, text.lastIndexOf('<')).replace(/"[^"]*"/g, ' ');
  return name.split(/\s+/).flatMap((word) => (word.includes('@') ? (mailAddress(bare(word)) ?? []) : []));
}

/** Without the quotes around it, and without what makes it a link (RFC 6068). */
function bare(word: string): string {
  const [, unquoted = word] = /^(?:'(.*)'|"(.*)")$/.exec(word)?.filter((part) => part !== undefined) ?? [];
  if (!/^mailto:/i.test(unquoted)) return unquoted;
  const [address = ''] = unquoted.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
