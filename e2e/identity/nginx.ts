import { spawn } from 'node:child_process';
import os from 'node:os';
import { ensureProgram } from '../../scripts/lib/debian-program.mjs';
import { newProxyLocation, ProxyProgram } from './proxy-program';

/** Writes to its own folder only, so that any account may run it. */
export const nginxAround = (folder: string, servers: string) => `
daemon off;
user ${os.userInfo().username};
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${servers}
}
`;

const namingPeople = (port: number, upstream: string, more: string) => `
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${upstream};
      proxy_set_header Host $host;
      # In place of whatever the client sent; an empty value is not passed on at all.
      proxy_set_header X-Valid-User $cookie_proxy_person;
      proxy_set_header X-User-Email "";
    }
    ${more}
    # What a careless operator writes: the client's own headers pass.
    location /careless/ {
      rewrite ^/careless(/.*)$ $1 break;
      proxy_pass ${upstream};
    }
  }
`;

/** The configuration of docs/operate/nodes.md: any node takes any request, and bodies are not buffered. */
const sharingWork = (port: number, nodes: readonly number[]) => `
  upstream slipway {
${nodes.map((node) => `    server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://slipway;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout http_502 http_503;
      proxy_request_buffering off;
      proxy_buffering off;
    }
  }
`;

/** A real nginx. Passes the person of the cookie proxy_person to the server. */
export class Nginx extends ProxyProgram {
  static make = async (): Promise<Nginx> => new Nginx(await newProxyLocation('nginx'));

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** @param more directives for its server block @throws when there is no nginx and none can be installed */
  start(upstream: string, more = ''): Promise<void> {
    return this.startWith(namingPeople(this.port, upstream, more));
  }

  startFor(nodes: readonly number[]): Promise<void> {
    return this.startWith(sharingWork(this.port, nodes));
  }

  /** @param servers blocks that listen on `port` */
  async startWith(servers: string): Promise<void> {
    const file = this.writeConfiguration('nginx.conf', nginxAround(this.folder, servers));
    const args = ['-p', this.folder, '-c', file, '-e', `${this.folder}/error.log`];
    await this.run(spawn(await ensureProgram('nginx'), args, { stdio: ['ignore', 'ignore', 'inherit'] }));
  }
}
