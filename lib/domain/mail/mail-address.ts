import { withoutInvisible } from '../pasted/plain-text';

/** Excludes characters that reroute mail on old servers (`%`, `!`, `|`, quotes). */
const atom = "[A-Za-z0-9_+'&=~#$*?^{}/-]+";
const localPart = new RegExp(`^(?!-)${atom}(?:\\.${atom})*$`);
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^(?:${label}\\.)*(?!\\d+$)${label}$`);

/**
 * Normalizes `name@domain`; international domains become ASCII. Returns null for everything else, such as
 * display names, lists, comments, quotes and address literals.
 */
export function mailAddress(text: string): string | null {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > 64 || !localPart.test(local)) return null;
  const host = asciiDomain(domain);
  const address = `${local}@${host}`;
  return host !== null && address.length <= 254 ? address : null;
}

/** Only characters of names reach the URL parser, so it can't find a port, path or password. */
export function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`); // `URL.canParse` is too young for the oldest browsers
    return hostname.length <= 253 && domainName.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** Parses `Name <address>` or a bare address, as written in the configuration. */
export function mailbox(text: string): { name: string; address: string } | null {
  const [, quoted, plain, inside] =
    /^(?:"([^"\\<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) ?<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = mailAddress(inside ?? text.trim());
  return address === null ? null : { name: quoted ?? plain ?? '', address };
}

/** The rule of `<input type=email>`: an addr-spec without quotes, comments or address literals. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
export const emailMaxLength = 254;

/**
 * Reads one address as people paste it: with a name around it, as a `mailto:` link, before a stop, with invisible signs, of
 * an international domain, which becomes ASCII. Returns null for everything else.
 */
export function emailIn(text: string): string | null {
  const plain = withoutInvisible(text).replaceAll('＠', '@').trim();
  const address = plain.replace(/[.,;]+$/, '').replace(/^mailto:([^?]*).*$/i, '$1');
  return emailPattern.test(address) ? address : (mailbox(address)?.address ?? null);
}

export const isEmailOrNone = (text: string): boolean =>
  text.length <= emailMaxLength && (text.trim() === '' || emailIn(text) !== null);
