// What the product is compared with: bare @tus/server, and nginx that takes and gives files.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@/testing/server/test-server';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';

export type Reference = { pid: number; port: number; dir: string; clear: () => void; stop: () => void };

/** @tus/server with @tus/file-store on node:http: no checksums, database or syncing. */
export async function startBareTus(): Promise<Reference> {
  const { dir, clear } = folder('tus');
  const child = fork(path.resolve(import.meta.dirname, 'bare-tus.mjs'), [dir]);
  const [port] = await once(child, 'message');
  return reference(child, Number(port), dir, clear);
}

export async function startNginx(locations = ''): Promise<Reference> {
  const { dir, clear } = folder('nginx');
  const port = await freePort();
  const config = path.join(dir, '../nginx.conf');
  fs.writeFileSync(config, nginxConfig(dir, port, locations));
  const child = spawn(await ensureProgram('nginx'), ['-c', config, '-p', path.dirname(dir)], {
    stdio: 'inherit',
  });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)));
  return reference(child, port, dir, clear);
}

function folder(name: string) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), `slipway-bench-${name}-`));
  const dir = path.join(home, 'files');
  fs.mkdirSync(dir);
  const clear = () => {
    for (const entry of fs.readdirSync(dir)) fs.rmSync(path.join(dir, entry), { recursive: true });
  };
  return { dir, clear };
}

function reference(child: ChildProcess, port: number, dir: string, clear: () => void): Reference {
  const stop = () => {
    child.kill();
    fs.rmSync(path.dirname(dir), { recursive: true, force: true });
  };
  return { pid: child.pid ?? 0, port, dir, clear, stop };
}

const nginxConfig = (dir: string, port: number, locations: string) => `
daemon off; master_process off; worker_processes 1; pid ${dir}/../pid; error_log stderr crit;
user ${os.userInfo().username};
events { worker_connections 1024; }
http {
  access_log off; log_not_found off; sendfile on; client_max_body_size 0; keepalive_requests 1000000;
  client_body_temp_path ${dir}/../body; proxy_temp_path ${dir}/../p; fastcgi_temp_path ${dir}/../f;
  uwsgi_temp_path ${dir}/../u; scgi_temp_path ${dir}/../s;
  server {
    listen 127.0.0.1:${port};
    root ${dir};
    location / { dav_methods PUT; }
    ${locations}
  }
}
`;
