import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'ldapts';
import { ensureProgram } from '@/scripts/lib/debian-program.mjs';
import { makeCertificates } from '@/testing/network/certificates';
import { freePort } from '@/testing/server/test-server';

export const base = 'dc=example,dc=org';
export const service = { LDAP_BIND_DN: `cn=service,${base}`, LDAP_BIND_PASSWORD: 'of the service' };

export type Slapd = {
  url: string;
  tlsUrl: string;
  /** Of the private authority that vouches for `localhost`. */
  caFile: string;
  admin: Client;
  stop: () => Promise<void>;
};

/** Debian's OpenLDAP in a folder of its own; null where it can't be had. */
export async function startSlapd(): Promise<Slapd | null> {
  const program = await ensureProgram('slapd').catch(() => '');
  if (!program) {
    process.stdout.write('– Tests against a real LDAP server are left out: slapd could not be installed.\n');
    return null;
  }
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-slapd-'));
  const tree = path.basename(program) === 'start' ? path.join(path.dirname(program), 'root') : '';
  makeCertificates(dir);
  fs.mkdirSync(path.join(dir, 'data'));
  fs.writeFileSync(path.join(dir, 'slapd.conf'), configuration(dir, tree));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const urls = { url: `ldap://localhost:${port}`, tlsUrl: `ldaps://localhost:${tlsPort}` };
  const args = ['-f', path.join(dir, 'slapd.conf'), '-h', `${urls.url}/ ${urls.tlsUrl}/`, '-d', '0'];
  const server = spawn(program, args, { stdio: 'ignore' });
  const admin = new Client({ url: urls.url });
  const until = Date.now() + 20_000;
  while (
    !(await admin.bind(`cn=admin,${base}`, 'of the admin').then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error('slapd does not answer');
    await sleep(50);
  }
  const [, dc = ''] = /^dc=(\w+)/.exec(base) ?? [];
  await admin.add(base, { objectClass: ['dcObject', 'organization'], o: 'Example', dc });
  await admin.add(service.LDAP_BIND_DN, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    userPassword: service.LDAP_BIND_PASSWORD,
  });
  const stop = async () => {
    await admin.unbind();
    server.kill();
    await once(server, 'exit');
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return { ...urls, caFile: path.join(dir, 'ca.pem'), admin, stop };
}

/** `memberof` writes the groups into the people; one branch is said to be elsewhere. */
const configuration = (dir: string, tree: string) => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include ${tree}/etc/ldap/schema/${name}.schema`).join('\n')}
pidfile ${dir}/pid
modulepath ${tree}/usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCACertificateFile ${dir}/ca.pem
TLSCertificateFile ${dir}/server.pem
TLSCertificateKeyFile ${dir}/server.key
sizelimit 500
database mdb
limits dn.exact="${service.LDAP_BIND_DN}" size.soft=500 size.hard=500 size.prtotal=unlimited
suffix "${base}"
rootdn "cn=admin,${base}"
rootpw "of the admin"
directory ${dir}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${service.LDAP_BIND_DN}" read by * none
overlay memberof
`;
