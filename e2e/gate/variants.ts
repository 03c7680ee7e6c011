import { headerNames } from '@/lib/contract/http/names';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import type { GateRequest } from './ask';

export type Variant = { name: string; of: (question: GateRequest) => GateRequest };

const withHeaders = (name: string, headers: Record<string, string>): Variant => ({
  name,
  of: (question) => ({ ...question, headers: { ...question.headers, ...headers } }),
});

const withMethod = (method: string): Variant => ({
  name: `as ${method}`,
  of: (question) => ({ ...question, method }),
});

const withPath = (name: string, change: (path: string) => string): Variant => ({
  name,
  of: (question) => ({ ...question, path: change(question.path) }),
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

const overriding = [
  withHeaders('overridden by GET', { 'x-http-method-override': 'GET', 'x-method-override': 'GET' }),
  withHeaders('overridden by DELETE', { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' }),
];

const partial = [
  withHeaders('a range', { range: 'bytes=0-3' }),
  withHeaders('a range and what it is of', { range: 'bytes=0-3', 'if-range': '"x"' }),
  withHeaders('unless it is the same', { 'if-none-match': '*' }),
  withHeaders('only if it is the same', { 'if-match': '*' }),
  withHeaders('if changed lately', { 'if-modified-since': 'Thu, 01 Jan 2037 00:00:00 GMT' }),
];

/** Headers meant for the internal process or for a trusted proxy. */
const inner = (login: string): Variant[] => [
  withHeaders('the front door’s own headers', {
    [innerHeaders.address]: '127.0.0.1',
    [innerHeaders.request]: 'x',
    [innerHeaders.proxyUser]: login,
    [innerHeaders.proxyEmail]: 'x@example.org',
    [innerHeaders.inbox]: 'x',
    [innerHeaders.outage]: '1',
  } satisfies Record<(typeof innerHeaders)[keyof typeof innerHeaders], string>),
  withHeaders('a proxy’s word', { 'x-valid-user': login, 'x-user-email': 'x@example.org' }),
  withHeaders('the framework’s own headers', {
    'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
    'x-middleware-next': '1',
    'x-middleware-rewrite': '/api/v2/open/info/version',
    'x-middleware-override-headers': headerNames.auth,
    'x-invoke-path': '/api/v2/open/info/version',
    'x-invoke-output': '/api/v2/open/info/version',
    'x-matched-path': '/api/v2/open/info/version',
    'x-now-route-matches': '1=x',
    'next-resume': '1',
  }),
  withHeaders('a server action', { 'next-action': 'a'.repeat(42), 'next-router-state-tree': '%5B%5D' }),
  withHeaders('a part of a page', { rsc: '1', 'x-nextjs-data': '1' }),
  withHeaders('a part of a page, ahead', {
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_tree',
  }),
  withHeaders('another address', {
    'x-original-url': '/api/v2/open/info/version',
    'x-rewrite-url': '/api/v2/open/info/version',
    'x-forwarded-prefix': '/api/v2/open',
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1',
  }),
  withHeaders('connection names what the front door wrote', {
    connection: ['close', ...Object.values(innerHeaders), 'cookie'].join(', '),
  }),
  withHeaders('basic', { authorization: `Basic ${Buffer.from(`${login}:x`).toString('base64')}` }),
];

const escaped = (path: string) =>
  path.replace(/[^/]+$/, (last) =>
    [...last].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  );

const paths = [
  withPath('with a slash behind', (path) => `${path}/`),
  withPath('with two slashes in front', (path) => `/${path}`),
  withPath('with two slashes within', (path) => path.replace('/api/v2/', '/api//v2//')),
  withPath('with dots', (path) => path.replace(/^\/(\w+)\//, '/./$1/../$1/')),
  withPath('with escaped dots', (path) => path.replace(/^\/(\w+)\//, '/%2e/$1/%2e%2e/$1/')),
  withPath('through an open call', (path) => `/api/v2/open/info/version/../../../../..${path}`),
  withPath('through an open call, escaped', (path) => `/api/v2/open/info%2f..%2f..%2f..%2f..${path}`),
  withPath('escaped', escaped),
  withPath('escaped twice', (path) => escaped(path).replaceAll('%', '%25')),
  withPath('with escaped slashes', (path) => `/${path.slice(1).replaceAll('/', '%2f')}`),
  withPath('with backslashes', (path) => `/${path.slice(1).replaceAll('/', '\\')}`),
  withPath('in capitals', (path) => path.replace(/\/(api|app)\//, (part) => part.toUpperCase())),
  withPath('with an ending of the framework', (path) => `${path}.rsc`),
  withPath('as data of the framework', (path) => `/_next/data/build${path}.json`),
  withPath('with a matrix parameter', (path) => `${path};x=1`),
  withPath('with NUL', (path) => `${path}%00`),
  withPath('with everything in the query', (path) => `${path}?_rsc=1&token=x&password=x&admin=true`),
  withPath('with an absolute address', (path) => `http://localhost${path}`),
];

export const variantsFor = (login: string): Variant[] => [
  ...methods.map(withMethod),
  ...overriding,
  ...partial,
  ...inner(login),
  ...paths,
];
