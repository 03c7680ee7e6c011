import { expect, test } from 'vitest';
import { findInDocuments } from './search-documents';

const root = process.cwd();
const admin = { isAdmin: true };
const pageOf = (address: string) => address.replace(/#.*$/, '').replace('/api/doc/', '');

/** Words that people type, and the page that they should find. */
const searched: [words: string, page: string][] = [
  ['2FA', 'operate/two-factor'],
  ['two factor', 'operate/two-factor'],
  ['TOTP', 'operate/two-factor'],
  ['passkey', 'operate/two-factor'],
  ['end-to-end', 'guide/encryption'],
  ['E2EE', 'guide/encryption'],
  ['OIDC', 'operate/single-sign-on'],
  ['SSO', 'operate/single-sign-on'],
  ['Entra', 'operate/single-sign-on'],
  ['Azure', 'operate/single-sign-on'],
  ['Google', 'operate/single-sign-on'],
  ['Keycloak', 'operate/single-sign-on'],
  ['GitHub login', 'operate/single-sign-on'],
  ['Active Directory', 'operate/ldap'],
  ['Authelia', 'operate/proxy-sign-in'],
  ['Gmail', 'operate/mail'],
  ['SMTP', 'operate/mail'],
  ['Office 365', 'operate/mail'],
  ['Let’s Encrypt', 'operate/https'],
  ["let's encrypt", 'operate/https'],
  ['HTTPS', 'operate/proxy'],
  ['nginx 413', 'operate/proxy'],
  ['nginx 413', 'operate/troubleshoot'],
  ['504', 'operate/proxy'],
  ['Cloudflare', 'operate/proxy'],
  ['Traefik', 'operate/proxy'],
  ['S3', 'operate/s3'],
  ['MinIO', 'operate/s3'],
  ['Backblaze', 'operate/s3'],
  ['R2', 'operate/s3'],
  ['Wasabi', 'operate/s3'],
  ['Hetzner', 'operate/s3'],
  ['bucket', 'operate/storage'],
  ['GDPR', 'operate/privacy'],
  ['retention', 'operate/privacy'],
  ['file request', 'guide/receive'],
  ['reverse share', 'guide/glossary'],
  ['dropbox', 'guide/glossary'],
  ['glossary', 'guide/glossary'],
  ['rate limit', 'operate/protect'],
  ['quota', 'operate/protect'],
  ['fail2ban', 'operate/protect'],
  ['moderation', 'operate/protect'],
  ['disk full', 'operate/troubleshoot'],
  ['FAQ', 'operate/troubleshoot'],
  ['burn after reading', 'operate/troubleshoot'],
  ['one-time link', 'guide/glossary'],
  ['requirements', 'operate/requirements'],
  ['uninstall', 'operate/uninstall'],
  ['forgot password', 'operate/accounts'],
  ['forgot password', 'guide/account'],
  ['invite', 'operate/accounts'],
  ['Windows', 'operate/platforms'],
  ['Raspberry Pi', 'operate/platforms'],
  ['ARM', 'operate/requirements'],
  ['Synology', 'operate/platforms'],
  ['Kubernetes', 'operate/platforms'],
  ['antivirus', 'operate/scan'],
  ['ClamAV', 'operate/scan'],
  ['webhook', 'guide/webhooks'],
  ['API', 'guide/api'],
  ['curl', 'guide/scripts'],
  ['backup', 'operate/backup'],
  ['restore', 'operate/backup'],
  ['upgrade', 'operate/upgrade'],
  ['Prometheus', 'operate/monitor'],
  ['high availability', 'operate/nodes'],
  ['PgBouncer', 'operate/database'],
  ['MAX_SIZE', 'operate/configure'],
  ['pingvin', 'operate/import'],
  ['systemd', 'operate/systemd'],
  ['iPhone', 'guide/phone'],
];

test.each(searched)('a search for “%s” finds %s among the first', async (words, page) => {
  const found = await findInDocuments(root, words, admin);
  const pages = [...new Set(found.map(({ address }) => pageOf(address)))];
  expect(pages.slice(0, 4)).toContain(page);
});

test('pages of operators are found by admins alone', async () => {
  const found = await findInDocuments(root, 'backup', { isAdmin: false });
  expect(found.filter(({ address }) => address.includes('/operate/'))).toEqual([]);
});

test('a mistyped word is found, and words that no place has together', async () => {
  expect((await findInDocuments(root, 'encrpytion', admin))[0]?.title).toContain('ncryption');
  expect(await findInDocuments(root, 'webhook kubernetes iphone', admin)).not.toEqual([]);
});

test.each(['', '  ', '\0', '(((', 'a'.repeat(100_000)])('a search for %j is answered', async (words) => {
  expect(await findInDocuments(root, words, admin)).toEqual([]);
});

test('an installation without docs finds nothing', async () => {
  expect(await findInDocuments('/nowhere', 'backup', admin)).toEqual([]);
});
