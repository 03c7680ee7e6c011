import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Config } from '@/lib/server/config';
import { openContext } from '@/testing/service/context';
import { base, service, startSlapd } from '@/testing/service/slapd';
import { checkDirectory } from './check-directory';

const slapd = await startSlapd();
afterAll(() => slapd?.stop());

const examine = (over: Partial<Config> = {}): Promise<Finding> => {
  const { config, ...rest } = openContext();
  const settings = { ...service, LDAP_URL: slapd?.tlsUrl, LDAP_CA_FILE: slapd?.caFile, LDAP_BASE: base };
  return checkDirectory({ ...rest, config: { ...config, ...settings, ...over } });
};

test('the directory isn’t checked when none is configured', async () => {
  expect(await examine({ LDAP_URL: undefined })).toMatchObject({ outcome: 'skipped', code: 'off' });
});

describe.skipIf(!slapd)('a real LDAP server', () => {
  beforeAll(async () => {
    for (const uid of ['ada', 'bob']) {
      const person = { objectClass: ['inetOrgPerson'], uid, cn: uid, sn: uid };
      await slapd?.admin.add(`uid=${uid},${base}`, person);
    }
  });

  test.each<[string, Partial<Config>]>([
    ['over TLS', {}],
    ['over STARTTLS', { LDAP_URL: slapd?.url }],
    ['in the clear on this machine', { LDAP_URL: slapd?.url, LDAP_STARTTLS: false }],
  ])('is fine %s', async (_, over) => {
    expect(await examine(over)).toMatchObject({ outcome: 'fine', values: { base } });
  });

  test.each<[string, Partial<Config>, string]>([
    ['nobody listens', { LDAP_URL: 'ldap://localhost:1' }, 'unreachable'],
    ['that listens speaks no TLS', { LDAP_URL: slapd?.url.replace('ldap:', 'ldaps:') }, 'unreachable'],
    ['nobody vouches for', { LDAP_CA_FILE: undefined }, 'untrusted'],
    ['has another name', { LDAP_URL: slapd?.tlsUrl.replace('localhost', '127.0.0.1') }, 'untrusted'],
    ['knows another password', { LDAP_BIND_PASSWORD: 'of yesterday' }, 'refused'],
    ['has no such place', { LDAP_BASE: `ou=nowhere,${base}` }, 'noBase'],
    ['shows strangers nothing', { LDAP_BIND_DN: undefined, LDAP_BIND_PASSWORD: undefined }, 'noBase'],
  ])('that %s is a failure', async (_, over, code) => {
    const found = await examine(over);
    expect([found.outcome, found.code]).toEqual(['failure', code]);
    expect(JSON.stringify(found)).not.toContain('of yesterday');
    expect(found.values.reason).not.toBe('');
  });

  test('in which the filter finds nobody is a warning', async () => {
    const found = await examine({ LDAP_FILTER: '(&(sn=nobody)(uid={login}))' });
    expect(found).toMatchObject({ outcome: 'warning', code: 'nobody' });
    expect(found.values.filter).toBe('(&(sn=nobody)(uid=*))');
  });
});
