import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { errors } from '@/lib/contract/errors';
import { headerNames, idempotencyHeader } from '@/lib/contract/http/names';
import { endpoints } from '@/lib/contract/index';
import { isLong } from '@/testing/is-long';
import { api, newAccount } from '@/testing/people/account';
import { allOf, ask, type GateReply } from '../gate/ask';
import { type LinkState, linkStates, type VisitorHeaders } from '../gate/link-states';
import type { Link } from '../gate/links';

/**
 * All calls that answer through a public link, including new ones. Calls that prove an address reveal nothing of the
 * share.
 */
const publicCalls = [...endpoints, ...byteCalls].filter(
  ({ method, path }) => path.startsWith('/api/v2/open/share/') && method !== 'POST',
);

const fourBytes = { range: 'bytes=0-3' };
const ways: { name: string; headers?: VisitorHeaders; query?: (link: Link) => string }[] = [
  { name: 'plainly' },
  { name: 'for a part', headers: fourBytes },
  { name: 'for its end', headers: { range: 'bytes=-4', 'if-range': '"x"' } },
  { name: 'for a part that isn’t there', headers: { range: 'bytes=999999-' } },
  { name: 'for what changed', headers: { 'if-none-match': '*' } },
  { name: 'as a preview', query: () => 'preview=1' },
  { name: 'as a download', query: () => 'download=1' },
  { name: 'for one file', query: ({ fileId }) => `file=${fileId}` },
  { name: 'for a page of its files', query: () => 'page=1&pageSize=1' },
  { name: 'with a key of their own making', headers: { [idempotencyHeader]: 'k'.repeat(40) } },
  { name: 'with secrets in the address', query: () => 'password=open%20sesame&token=x' },
];

/** A subset is enough to see effects of a visitor's other rights. */
const plainly = ways.slice(0, 2);

/**
 * The plain request is tried in every state, a quarter of the variants each time. `SLIPWAY_LONG=1` tries everything.
 */
const waysFor = (state: number, call: number) =>
  ways.filter((way, at) => isLong || plainly.includes(way) || (state + call + at) % 4 === 0);

const marks = () => ({
  title: `title-${randomBytes(8).toString('hex')}`,
  file: `file-${randomBytes(8).toString('hex')}`,
});

async function visitors({ owner }: Link): Promise<VisitorHeaders[]> {
  const admin = await api(await newAccount({ admin: true }));
  const other = owner.headers[headerNames.auth] === undefined ? {} : owner.headers;
  return [{}, other, { ...admin.headers, [headerNames.alias]: 'nobody-knows-this' }];
}

const isIn = new Set([200, 206, 304, 416]);
/** Said of a share that only its visitors may know. */
const saidInside = 'share.notSealed';

function said(verdict: LinkState['verdict'], method: string, reply: GateReply): string {
  const answersInside = isIn.has(reply.status) || reply.code === saidInside;
  if (verdict === 'in') return answersInside ? 'in' : `${reply.status} ${reply.code}`;
  return method === 'HEAD' ? String(reply.status) : `${reply.status} ${reply.code}`;
}

function promised(verdict: LinkState['verdict'], method: string): string {
  if (verdict === 'in') return 'in';
  const { status } = errors[verdict];
  return method === 'HEAD' ? String(status) : `${status} ${verdict}`;
}

const named = linkStates.map((state) => [state.name, state.verdict, state] as const);

test.each(named)('a link that is %s: %s, by every call and in every way', async (_name, _verdict, state) => {
  const turn = linkStates.indexOf(state);
  const secret = marks();
  const { link, shown, linkId = link.linkId } = await state.make(secret);
  const tries = (await visitors(link)).flatMap((visitor, nth) =>
    publicCalls.flatMap(({ method, path }, call) =>
      (nth === 0 ? waysFor(turn, call) : plainly).map(async ({ name, headers = {}, query }) => {
        const address = path
          .replace('{id}', linkId)
          .replace('{fileId}', link.fileId)
          .replace('{name}', `${secret.file}.jpg`);
        const reply = await ask({
          method,
          path: `${address}${query ? `?${query(link)}` : ''}`,
          headers: { ...visitor, ...shown, ...headers },
        });
        const isShown = Object.values(secret).some((mark) => allOf(reply).includes(mark));
        return {
          asked: `${method} ${path} ${name}`,
          said: said(state.verdict, method, reply),
          isLeaking: state.verdict !== 'in' && (isShown || describesFile(reply)),
        };
      }),
    ),
  );
  for (const { asked, ...answer } of await Promise.all(tries)) {
    const [method = ''] = asked.split(' ');
    expect({ asked, ...answer }).toEqual({
      asked,
      said: promised(state.verdict, method),
      isLeaking: false,
    });
  }
});

const describesFile = ({ headers }: GateReply): boolean =>
  ['etag', 'last-modified', 'content-disposition', 'content-range', 'file-size', 'accept-ranges'].some(
    (name) => name in headers,
  );

test.each(named)(
  'the page of a link that is %s (%s) shows no more than its calls do',
  async (...[, , state]) => {
    const secret = marks();
    const { link, shown, linkId = link.linkId } = await state.make(secret);
    for (const headers of [{}, { rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }]) {
      const reply = await ask({
        method: 'GET',
        path: `/app/open/${linkId}`,
        headers: { ...shown, ...headers },
      });
      const shows = Object.values(secret).filter((mark) => reply.text.includes(mark));
      // A page shows the title to anyone who could open the link, the files only to a running visit.
      const may = state.verdict === 'open.notFound' ? [] : [secret.title];
      const isVisiting = state.verdict === 'in' && 'cookie' in shown;
      expect(shows.filter((mark) => !may.includes(mark) && !isVisiting)).toEqual([]);
      expect(reply.status).toBeLessThan(500);
    }
  },
);
