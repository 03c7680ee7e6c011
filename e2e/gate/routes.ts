import fs from 'node:fs';
import path from 'node:path';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { endpoints } from '@/lib/contract/index';

const root = path.resolve(import.meta.dirname, '../..');

export type Route = { method: string; path: string };

const keyOf = ({ method, path: at }: Route): string => `${method} ${at}`;

const calls: Route[] = [...endpoints, ...byteCalls, ...redirectCalls];

/** Maps app/app/(signed-in)/alias/[id]/page.tsx to /app/alias/{id}. */
function pathOf(file: string): string {
  const folder = path.posix
    .dirname(path.relative(path.join(root, 'app'), file))
    .replaceAll(/\/\([\w-]+\)/g, '');
  return folder === '.' ? '/' : `/${folder.replace(/\[(\w+)\]/g, '{$1}')}`;
}

function files(name: string): string[] {
  return fs
    .readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === name)
    .map((file) => path.join(root, 'app', file))
    .sort();
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodsOf(file: string): string[] {
  const source = fs.readFileSync(file, 'utf8');
  const exported = [
    ...source.matchAll(/^export (?:const|async function|function) (\w+)|export \{([^}]+)\}/gm),
  ]
    .map(([, name, list]) => name ?? list ?? '')
    .flatMap((names) => names.split(','))
    .map((name) => name.trim().split(' as ').at(-1) ?? '');
  return methods.filter((method) => exported.includes(method));
}

/** Detects files under `app/` that implement a call of the contract. An optional segment stands for two calls. */
function isCall({ method, path: at }: Route): boolean {
  const whole = new RegExp(
    `^${at.replace(/\/\[\[\.\.\.\w+\]\]$/, '(/[^/]+)?').replace(/\{\w+\}/g, '[^/]+')}$`,
  );
  return calls.some((call) => call.method === method && whole.test(call.path));
}

const fromFiles: Route[] = files('route.ts').flatMap((file) =>
  methodsOf(file).map((method) => ({ method, path: pathOf(file) })),
);

export const pages: Route[] = files('page.tsx').map((file) => ({ method: 'GET', path: pathOf(file) }));

/** All routes: the contract's calls, other handlers in `app/`, and pages. */
export const routes: string[] = [
  ...new Set([...calls, ...fromFiles.filter((route) => !isCall(route)), ...pages].map(keyOf)),
].sort();
