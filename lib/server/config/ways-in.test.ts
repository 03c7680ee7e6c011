import { expect, test } from 'vitest';
import { parseConfig } from '../config';

const parse = (env: Record<string, string>) => parseConfig(env as unknown as NodeJS.ProcessEnv);
const wrong = (env: Record<string, string>) => () => parse(env);

const byUrls = {
  id: 'hub',
  name: 'Hub',
  authorizeUrl: 'https://hub.example/authorize',
  tokenUrl: 'https://hub.example/token',
  userUrl: 'https://hub.example/user',
  userIdKey: 'id',
  clientId: 'slipway',
  clientSecret: 'very secret',
};
const byIssuer = {
  id: 'idp',
  name: 'IdP',
  issuer: 'https://idp.example',
  clientId: 'slipway',
  clientSecret: 'very secret',
};
const providers = (...list: object[]) => ({ OAUTH_PROVIDERS: JSON.stringify(list) });

test('with no setting, the password form is the only way to sign in', () => {
  expect(parse({})).toMatchObject({
    OAUTH_PROVIDERS: [],
    OAUTH_AUTO_REDIRECT: true,
    HIDE_LOGIN_FORM: false,
    EXTERNAL_SIGNUP: 'open',
    PROXY_AUTH: false,
    PROXY_AUTH_USER_HEADER: 'X-Valid-User',
    PROXY_AUTH_EMAIL_HEADER: 'X-User-Email',
    TRUSTED_PROXIES: [],
  });
});

test('a provider is known by its URLs or by its issuer, in the order that the operator gave', () => {
  expect(parse(providers(byUrls, byIssuer)).OAUTH_PROVIDERS).toEqual([
    { ...byUrls, scope: '', icon: null },
    { ...byIssuer, scope: 'openid profile email', icon: null },
  ]);
});

const ldap = { LDAP_URL: 'ldaps://ldap.example.org', LDAP_BASE: 'dc=example,dc=org' };

test('a directory needs an address and a base, and finds people by uid', () => {
  expect(parse(ldap)).toMatchObject({
    LDAP_STARTTLS: true,
    LDAP_FILTER: '(uid={login})',
    LDAP_GROUPS: 'memberOf',
  });
  expect(parse({ ...ldap, LDAP_ADMIN_GROUPS: 'cn=a,dc=b; c ;' })).toMatchObject({
    LDAP_ADMIN_GROUPS: ['cn=a,dc=b', 'c'],
  });
});

test.each<[what: string, env: Record<string, string>, complaint: RegExp]>([
  ['no base', { LDAP_BASE: '' }, /LDAP_URL needs LDAP_BASE/],
  ['another protocol', { LDAP_URL: 'https://ldap.example.org' }, /LDAP_URL must be a URL such as ldaps:/],
  ['a password in the address', { LDAP_URL: 'ldaps://a:secret@ldap.example.org' }, /LDAP_URL must be a URL/],
  ['a base in the address', { LDAP_URL: 'ldaps://ldap.example.org/dc=a' }, /LDAP_URL must be a URL/],
  ['a name without a password', { LDAP_BIND_DN: 'cn=a' }, /need each other/],
  ['a password without a name', { LDAP_BIND_PASSWORD: 'secret' }, /need each other/],
  ['a filter for everybody', { LDAP_FILTER: '(uid=*)' }, /LDAP_FILTER is .* must be a filter with \{login\}/],
  ['half a filter', { LDAP_FILTER: '(|(uid={login})' }, /LDAP_FILTER/],
  ['groups of everybody', { LDAP_GROUPS: '(objectClass=group)' }, /LDAP_GROUPS/],
  ['no group', { LDAP_ALLOWED_GROUPS: ' ; ' }, /LDAP_ALLOWED_GROUPS .*must name at least one group/],
])('a directory with %s is refused', (_what, env, complaint) => {
  expect(wrong({ ...ldap, ...env })).toThrow(complaint);
  expect(wrong({ ...ldap, ...env })).not.toThrow(/secret/);
});

test('domains may be spelled as people write them', () => {
  const [provider] = parse(providers({ ...byIssuer, allowedDomains: ['@Example.ORG'] })).OAUTH_PROVIDERS;
  expect(provider).toMatchObject({ allowedDomains: ['example.org'] });
});

test.each([
  ['no JSON', 'github', /must be a JSON list of providers/],
  ['no list', '{}', /must be a JSON list of providers/],
  ['an entry that is no object', '["github"]', /has no object as provider number 1/],
  ['two of one id', [byUrls, { ...byIssuer, id: 'HUB' }], /names the id "HUB" twice/],
  ['a missing URL', [{ ...byUrls, tokenUrl: undefined }], /provider "hub": tokenUrl must be a URL/],
  ['a missing secret', [{ ...byIssuer, clientSecret: '' }], /provider "idp": clientSecret must not be empty/],
  ['a key with a slip', [{ ...byUrls, tokenURL: 'x' }], /a key "tokenURL" in provider "hub"/],
  ['an id that no path has', [{ ...byUrls, id: 'a/b' }], /provider number 1: id may only have letters/],
  ['http to elsewhere', [{ ...byUrls, userUrl: 'http://hub.example' }], /userUrl must be an https URL/],
  ['an issuer without openid', [{ ...byIssuer, scope: 'email' }], /scope must contain openid/],
  ['an icon that is script', [{ ...byUrls, icon: 'javascript:x' }], /icon must be a path below/],
  [
    'groups without their key',
    [{ ...byIssuer, allowedGroups: ['staff'] }],
    /needs a key "groupsKey" in provider "idp"/,
  ],
  [
    'admins by an empty list',
    [{ ...byIssuer, groupsKey: 'groups', adminGroups: [] }],
    /provider "idp": adminGroups must name at least one group/,
  ],
  [
    'groups as text',
    [{ ...byIssuer, groupsKey: 'groups', allowedGroups: 'staff' }],
    /must be a list of names/,
  ],
  ['a domain that is none', [{ ...byIssuer, allowedDomains: ['example'] }], /domains such as example.org/],
  [
    'domains without an address',
    [{ ...byUrls, allowedDomains: ['example.org'] }],
    /needs a key "userEmailKey" in provider "hub"/,
  ],
  ['an icon of another site', [{ ...byUrls, icon: '//evil.example/x' }], /icon must be a path below/],
])('%s is refused, and no secret is repeated', (_what, given, complaint) => {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  expect(wrong({ OAUTH_PROVIDERS: text })).toThrow(complaint);
  expect(wrong({ OAUTH_PROVIDERS: text })).toThrow(/^(?![\s\S]*very secret)/);
});

test('unencrypted providers are for this machine alone', () => {
  const local = ['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000'];
  for (const issuer of local)
    expect(parse(providers({ ...byIssuer, issuer })).OAUTH_PROVIDERS).toHaveLength(1);
  const elsewhere = ['http://127.0.0.1.evil.example', 'http://localhost@evil.example', 'ftp://localhost'];
  for (const issuer of elsewhere) {
    expect(wrong(providers({ ...byIssuer, issuer }))).toThrow(/issuer must be an https URL/);
  }
});

test('a proxy is believed only when it is said which', () => {
  expect(wrong({ PROXY_AUTH: 'true' })).toThrow('PROXY_AUTH needs TRUSTED_PROXIES');
  for (const list of ['proxy', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1/8/8', '10.0.0.0/']) {
    expect(wrong({ TRUSTED_PROXIES: list })).toThrow(/TRUSTED_PROXIES is ".*" but must be addresses/);
  }
  expect(wrong({ PROXY_AUTH_USER_HEADER: 'X Valid' })).toThrow(/PROXY_AUTH_USER_HEADER .* must be a header/);
  expect(wrong({ PROXY_AUTH_USER_HEADER: 'x-user-email' })).toThrow('must not be the same');
});

test('trusted are the addresses and networks of the list, whatever separates them', () => {
  const { TRUSTED_PROXIES } = parse({ TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16 fd00::/8' });
  expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.1.0.0/16', 'fd00::/8']);
});

test('a hidden form without another way in is refused', () => {
  expect(wrong({ HIDE_LOGIN_FORM: 'true' })).toThrow('HIDE_LOGIN_FORM leaves no way in');
  expect(parse({ HIDE_LOGIN_FORM: 'true', ...providers(byIssuer) }).HIDE_LOGIN_FORM).toBe(true);
});

test('domains of sign-up are compared in small letters and ASCII, and only where addresses are confirmed', () => {
  const domains = (SIGNUP_DOMAINS: string, SIGNUP_EMAIL = 'verified') =>
    parse({ SIGNUP_DOMAINS, SIGNUP_EMAIL });
  expect(parse({})).toMatchObject({ SIGNUP_EMAIL: 'off', SIGNUP_DOMAINS: [] });
  expect(domains('Example.org, bücher.example').SIGNUP_DOMAINS).toEqual([
    'example.org',
    'xn--bcher-kva.example',
  ]);
  for (const text of ['@example.org', 'https://example.org', 'a b c/', '*.example.org'])
    expect(() => domains(text)).toThrow(/SIGNUP_DOMAINS is ".*" but must be domains such as example.org/);
  for (const mode of ['off', 'optional'])
    expect(() => domains('example.org', mode)).toThrow(/SIGNUP_DOMAINS needs SIGNUP_EMAIL=verified/);
});
