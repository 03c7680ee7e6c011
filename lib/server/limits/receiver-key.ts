import 'server-only';

/** What one mailbox is, for counting: case and what stands behind a "+" lead to the same one at most servers. */
export function receiverKey(address: string): string {
  const key = address.toLowerCase();
  const at = key.lastIndexOf('@');
  return `${key.slice(0, at).split('+', 1)[0]}${key.slice(at)}`;
}
