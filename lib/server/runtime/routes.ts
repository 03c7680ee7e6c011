import 'server-only';
import { endpoints } from '@/lib/contract';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { redirectCalls } from '@/lib/contract/byte-calls/redirect-calls';
import { Ident } from '@/lib/contract/fields';
import { pathPattern } from '@/lib/contract/http/path-pattern';
import { open } from '@/lib/contract/open';
import { canParseUrl } from '@/lib/domain/url';
import type { TransferKind, TransferTarget } from '@/lib/server/transfer/messages';
import { type TransferClass, transferClass } from '@/lib/server/transfer/serve';

export type RouteClass = TransferClass | 'page' | 'asset' | 'probe';

export type Route = {
  path: string;
  class: RouteClass;
  /** In characters. A redirect repeats the URL in a header, and many clients accept 16 KiB of headers. */
  maxUrlLength: number;
  /** Null for pages and unknown calls, which the pages' router answers. */
  call: KnownCall | null;
  transfer: TransferTarget | null;
  /** True when a part of the path can't be the id that it must be. */
  hasImpossibleId: boolean;
};

type KnownCall = {
  path: string;
  slotsIn: ReturnType<typeof pathPattern>;
  slotNames: string[];
  methods: string[];
  hasOwnOptions: boolean;
  transferKind: TransferKind | null;
  transferMethods: Set<string>;
};

const methodOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Next's router fails at other methods, such as TRACE. */
export const routedMethods: ReadonlySet<string> = new Set(methodOrder);

const jsonCalls = [
  ...endpoints,
  ...redirectCalls,
  { method: 'GET', path: '/api/v2/openapi.json' },
  // NextAuth's, by which the login page signs in.
  { method: 'GET', path: '/api/auth/csrf' },
  { method: 'POST', path: '/api/auth/callback/password' },
];
const transferKinds = new Map(
  Object.entries(allBytePaths).map(([kind, path]) => [path as string, kind as TransferKind]),
);

/** Sorts plain paths first: `…/share/search` is no share's id. */
const knownCalls = [...new Set([...jsonCalls, ...byteCalls].map(({ path }) => path))]
  .map(knownCall)
  .sort((a, b) => a.slotNames.length - b.slotNames.length);

function knownCall(path: string): KnownCall {
  const methodsIn = (calls: readonly { method: string; path: string }[]) =>
    calls.filter((call) => call.path === path).map(({ method }) => method);
  const transferMethods = methodsIn(byteCalls);
  // Opening a share spends a view, so it has no HEAD.
  const jsonMethods = path === open.get.path ? methodsIn(jsonCalls) : withHead(methodsIn(jsonCalls));
  const declared = [...jsonMethods, ...transferMethods];
  const methods = new Set([...declared, 'OPTIONS']);
  return {
    path,
    slotsIn: pathPattern(path),
    slotNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, slot = '']) => slot),
    methods: methodOrder.filter((method) => methods.has(method)),
    hasOwnOptions: declared.includes('OPTIONS'),
    transferKind: transferKinds.get(path) ?? null,
    transferMethods: new Set(transferMethods),
  };
}

function withHead(methods: string[]): string[] {
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

const kibibyte = 1024;

/** Matches a path without query. Only an archive's URL may name files and be long. */
export function routeOf(path: string, method: string): Route {
  const noCall = { path, call: null, transfer: null, hasImpossibleId: false };
  if (!isCall(path)) return { class: pageClass(path), maxUrlLength: 4 * kibibyte, ...noCall };
  for (const call of knownCalls) {
    const slots = call.slotsIn(path, method);
    if (slots) return routeOfCall(path, call, slots);
  }
  return { class: 'call', maxUrlLength: 6 * kibibyte, ...noCall };
}

function routeOfCall(path: string, call: KnownCall, slots: string[]): Route {
  const { slotNames, transferKind: kind } = call;
  const slot = (name: string) => slots[slotNames.indexOf(name)] ?? '';
  return {
    path,
    class: kind ? transferClass(kind) : 'call',
    maxUrlLength: (kind ? 8 : 6) * kibibyte,
    call,
    transfer: kind && { kind, id: slot('id'), fileId: slot('fileId'), name: slot('name') },
    hasImpossibleId: slots.some((part, nth) => slotNames[nth] !== 'name' && !Ident.safeParse(part).success),
  };
}

/** Excludes the documents, which are pages. */
export const isCall = (path: string): boolean =>
  /^\/(api\/|u(\/|$))/.test(path) && !/^\/api\/doc(\/(guide|operate)(\/[^/]+)?)?\/?$/.test(path);

export const probePaths = ['/healthz', '/readyz', '/metrics'] as const;

/** Assets need the pages process but no database. */
function pageClass(path: string): RouteClass {
  if (path.startsWith('/_next/static/') || isViewer(path)) return 'asset';
  return probePaths.some((probe) => probe === path) ? 'probe' : 'page';
}

export const isViewer = (path: string): boolean => path.startsWith('/pdf/');

/** Removes scheme and host, which clients may send as they do to proxies (RFC 9112, section 3.2.2). */
export function originForm(target = '/'): string {
  if (!/^https?:/i.test(target) || !canParseUrl(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

export function pathOf(url = '/'): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path : '/';
}

/** Escapes percent signs that escape nothing: the pages' router would fail at them. */
export function escapeStrayPercents(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}
