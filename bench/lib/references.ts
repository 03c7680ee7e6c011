// What the product is compared with: bare @tus/server, and nginx that takes and gives files.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@/testing/server/test-server';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';

export type Reference = {
  /** Version and command line. */
  about: string;
  pid: number;
  port: number;
  dir: string;
  clear: () => void;
  stop: () => void;
};

/** Options of this process would slow it: the loader of TypeScript takes two fifths of its speed. */
const asItsUsersStartIt = {
  execArgv: [],
  env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' as const },
};

/** @tus/server with @tus/file-store on node:http: no checksums, database or syncing. */
export async function startBareTus(): Promise<Reference> {
  const { dir, clear } = folder('tus');
  const child = fork(path.resolve(import.meta.dirname, 'bare-tus.mjs'), [dir], asItsUsersStartIt);
  const [port] = await once(child, 'message');
  const { version } = JSON.parse(fs.readFileSync('node_modules/@tus/server/package.json', 'utf8'));
  return reference(`@tus/server ${version}`, child, Number(port), dir, clear);
}

export async function startNginx(locations = ''): Promise<Reference> {
  const { dir, clear } = folder('nginx');
  const port = await freePort();
  const config = path.join(dir, '../nginx.conf');
  fs.writeFileSync(config, nginxConfig(dir, port, locations));
  const program = await ensureProgram('nginx');
  const child = spawn(program, ['-c', config, '-p', path.dirname(dir)], { stdio: 'inherit' });
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null)));
  const { stderr: version } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return reference(version.trim(), child, port, dir, clear);
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

function reference(
  name: string,
  child: ChildProcess,
  port: number,
  dir: string,
  clear: () => void,
): Reference {
  const stop = () => {
    child.kill();
    fs.rmSync(path.dirname(dir), { recursive: true, force: true });
  };
  return { about: `${name}: ${child.spawnargs.join(' ')}`, pid: child.pid ?? 0, port, dir, clear, stop };
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
