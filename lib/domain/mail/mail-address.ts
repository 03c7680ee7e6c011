/** Letters and signs of real addresses; those that steer old mail servers (`%`, `!`, `|`, quotes) are left out. */
const atom = "[A-Za-z0-9_+'&=~#$*?^{}/-]+";
const localPart = new RegExp(`^(?!-)${atom}(?:\\.${atom})*$`);
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** A last label of digits would be the address of a machine. */
const domainName = new RegExp(`^(?:${label}\\.)*(?!\\d+$)${label}$`);

/**
 * The one spelling under which mail goes to an address: domains of other scripts become ASCII. Nothing but
 * `name@domain` is one: no display names, lists, groups, comments, quotes or address literals.
 * @returns null for what is no address
 */
export function mailAddress(text: string): string | null {
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > 64 || !localPart.test(local)) return null;
  const host = asciiDomain(domain);
  const address = `${local}@${host}`;
  return host !== null && address.length <= 254 ? address : null;
}

/** Only what names are made of reaches the parser, so it finds no port, path or password in it. */
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null;
  try {
    const { hostname } = new URL(`http://${domain}`); // `URL.canParse` is too young for the oldest browsers
    return hostname.length <= 253 && domainName.test(hostname) ? hostname : null;
  } catch {
    return null;
  }
}

/** A sender as the configuration writes it: `Name <address>` or the address alone. */
export function mailbox(text: string): { name: string; address: string } | null {
  const [, quoted, plain, inside] =
    /^(?:"([^"\\<>\p{Cc}]*)"|([^"<>\p{Cc}]*?)) ?<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = mailAddress(inside ?? text.trim());
  return address === null ? null : { name: quoted ?? plain ?? '', address };
}
