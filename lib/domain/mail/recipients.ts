import { mailAddress } from './mail-address';

export type Recipients = {
  addresses: string[];
  wrong: string[];
};

/** Reading stops after so many invalid addresses, because the text is no list of addresses. */
const maxInvalid = 100;

export const maxRecipients = 20;

export const maxShareRecipients = 200;

/**
 * Reads addresses pasted from mail programs, separated by `,` `;` or whitespace, with names, `mailto:` or
 * quotes. Drops names. Linear time for hostile texts.
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
    if (found.length === 0 && wrong.push(entry.text) === maxInvalid) break;
    for (const address of [...addressesBefore(entry), ...found]) add(address);
  }
  return { addresses: [...addresses.values()], wrong };
}

type RecipientEntry = { text: string; inside: string | null };

const lineEnd = /[\t\n\v\f\r\u0085\u2028\u2029]+/;
const invisible = /\p{Cf}/gu;
/** As keyboards of other scripts write them. */
const otherCommas = /[，、،﹐]/g;
const otherSemicolons = /[；؛﹔]/g;
/** An unclosed quote is a plain character, so that each character is read once. */
const token = /"[^"]*"|<[^<>]*>|[,;]|[^",;<]+|["<]/g;

function entriesOf(written: string): RecipientEntry[] {
  const text = written
    .replace(invisible, '')
    .replace(otherCommas, ',')
    .replace(otherSemicolons, ';')
    .replaceAll('＠', '@');
  const isOutlook = text.includes(';');
  return text
    .split(lineEnd)
    .flatMap(groupsOf)
    .flatMap((group) => (isOutlook && isOneWithCommas(group) ? group.slice(-1) : group));
}

function groupsOf(line: string): RecipientEntry[][] {
  const groups: RecipientEntry[][] = [[]];
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

/** Outlook separates people by semicolons and writes `Muster, Max <max@example.org>;`. */
const isOneWithCommas = (group: RecipientEntry[]): boolean =>
  group.every(({ text, inside }, at) =>
    at === group.length - 1 ? inside !== null : inside === null && !text.includes('@'),
  );

function addressesIn(text: string): string[] {
  const found: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const address = mailAddress(stripQuotes(word));
    if (address === null) return [];
    found.push(address);
  }
  return found;
}

function addressesBefore({ text, inside }: RecipientEntry): string[] {
  if (inside === null) return [];
  const name = text.slice(0, text.lastIndexOf('<')).replace(/"[^"]*"/g, ' ');
  return name
    .split(/\s+/)
    .flatMap((word) => (word.includes('@') ? (mailAddress(stripQuotes(word)) ?? []) : []));
}

/** Removes quotes and `mailto:` (RFC 6068). */
function stripQuotes(word: string): string {
  const [, unquoted = word] = /^(?:'(.*)'|"(.*)")$/.exec(word)?.filter((part) => part !== undefined) ?? [];
  if (!/^mailto:/i.test(unquoted)) return unquoted;
  const [address = ''] = unquoted.slice('mailto:'.length).split('?');
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
