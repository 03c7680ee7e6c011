import { canParseUrl } from '../url';

export type MailServerFields = {
  /** `smtps` begins with TLS, `smtp` begins TLS later. */
  scheme: 'smtp' | 'smtps';
  host: string;
  port: string;
  user: string;
  password: string;
  /** Further settings of the URL, which have no fields. */
  search: string;
};

const noServer: MailServerFields = {
  scheme: 'smtps',
  host: '',
  port: '',
  user: '',
  password: '',
  search: '',
};

/** Reads a URL without its password. */
export function readMailServer(url: string): MailServerFields {
  if (!canParseUrl(url)) return noServer;
  const { protocol, hostname: host, port, username, search } = new URL(url);
  const scheme = protocol === 'smtp:' ? 'smtp' : 'smtps';
  return { scheme, host, port, user: decodeURIComponent(username), password: '', search };
}

/** Returns an empty text for no server. What is typed wrong goes into the URL as it is, and is refused there. */
export function writeMailServer({ scheme, host, port, user, password, search }: MailServerFields): string {
  if (host.trim() === '') return '';
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`;
  const person = user === '' ? '' : `${encodeURIComponent(user)}${secret}@`;
  const place = `${host.trim()}${port.trim() === '' ? '' : `:${port.trim()}`}`;
  return `${scheme}://${person}${place}${search}`;
}
