import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Writes `server.pem` and `server.key` for `localhost`, and `ca.pem` of the private authority behind them. */
export function makeCertificates(dir: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key.slice(0, 3), '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  fs.writeFileSync(path.join(dir, 'names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...by, '-days', '2', '-out', 'server.pem');
}
