import type { ErrorCode } from '@/lib/contract/errors';
import { share } from '@/lib/contract/share/share';
import {
  type Link,
  type LinkMarks,
  newLink,
  passwordCookieOf,
  rightPassword,
  sql,
  visitOf,
  withPassword,
} from './links';
import { recipientStates } from './recipients';

export type VisitorHeaders = Record<string, string>;

/** A link in one state, a visitor's credentials, and the expected answer of each public call. */
export type LinkState = {
  name: string;
  make: (marks: LinkMarks) => Promise<{ link: Link; shown: VisitorHeaders; linkId?: string }>;
  verdict: 'in' | ErrorCode;
};

const locked = (name: string, shown: VisitorHeaders, verdict: LinkState['verdict']): LinkState => ({
  name: `behind a password, ${name}`,
  make: async (marks) => ({ link: await newLink(marks, { isLocked: true }), shown }),
  verdict,
});

type LinkChange = (link: Link) => Promise<unknown>;

/** Expected answers of a dead link for strangers, visitors and people with the password. */
function dead(name: string, end: LinkChange): LinkState[] {
  const gone = async (marks: LinkMarks) => {
    const link = await newLink(marks, { isLocked: true });
    const visit = await visitOf(link, withPassword(rightPassword));
    await end(link);
    return { link, visit };
  };
  return [
    [name, () => ({})],
    [`${name}, by who was visiting`, (cookie: string) => ({ cookie })],
    [`${name}, by who knows the password`, () => withPassword(rightPassword)],
  ].map(([title, shownBy]) => ({
    name: String(title),
    make: async (marks) => {
      const { link, visit } = await gone(marks);
      return { link, shown: (shownBy as (cookie: string) => VisitorHeaders)(visit) };
    },
    verdict: 'open.notFound',
  }));
}

const visited = (
  name: string,
  verdict: LinkState['verdict'],
  later: (cookies: string, link: Link, marks: LinkMarks) => Promise<VisitorHeaders>,
): LinkState => ({
  name: `behind a password, ${name}`,
  make: async (marks) => {
    const link = await newLink(marks, { isLocked: true });
    return { link, shown: await later(await visitOf(link, withPassword(rightPassword)), link, marks) };
  },
  verdict,
});

const call = (link: Link) => ({ params: { id: link.shareId } });
const usedUp = { maxViews: 1 };

export const linkStates: LinkState[] = [
  { name: 'alive', make: async (marks) => ({ link: await newLink(marks), shown: {} }), verdict: 'in' },
  locked('without one', {}, 'open.passwordRequired'),
  locked('with the right one', withPassword(rightPassword), 'in'),
  locked('with a wrong one', withPassword('x'), 'open.passwordWrong'),
  locked('with an empty one', withPassword(''), 'open.passwordWrong'),
  locked('with the right one and NUL behind', withPassword(`${rightPassword}\0`), 'open.passwordWrong'),
  locked('with the right one in capitals', withPassword(rightPassword.toUpperCase()), 'open.passwordWrong'),
  locked('with one that is garbled', { 'sharry-password': '%zz' }, 'open.passwordRequired'),
  locked(
    'with the right one as a cookie',
    { cookie: `sharry-password=${rightPassword}` },
    'open.passwordRequired',
  ),
  visited('by who is visiting', 'in', async (cookie) => ({ cookie })),
  visited('by who has proven the password', 'in', async (cookies) => ({ cookie: passwordCookieOf(cookies) })),
  visited('with a garbled visit', 'open.passwordRequired', async (cookies) => ({
    cookie: cookies.replace(/(.)(?=;|$)/g, ''),
  })),
  visited('with a visit of another link', 'open.passwordRequired', async (_, __, marks) => {
    const other = await newLink(marks, { isLocked: true });
    return { cookie: await visitOf(other, withPassword(rightPassword)) };
  }),
  visited('after it was changed', 'open.passwordRequired', async (cookie, link) => {
    await link.owner.call(share.setPassword, { ...call(link), body: { value: 'another one' } });
    return { cookie };
  }),
  visited('after it was published anew', 'open.passwordRequired', async (cookie, link) => {
    await link.owner.call(share.unpublish, call(link));
    await link.owner.call(share.publish, { ...call(link), body: { reuseId: true } });
    return { cookie };
  }),
  {
    name: 'used up',
    make: async (marks) => {
      const link = await newLink(marks, usedUp);
      await visitOf(link);
      return { link, shown: {} };
    },
    verdict: 'open.notFound',
  },
  {
    name: 'used up, by whom the last view was',
    make: async (marks) => {
      const link = await newLink(marks, usedUp);
      return { link, shown: { cookie: await visitOf(link) } };
    },
    verdict: 'in',
  },
  {
    name: 'all of whose downloads are taken',
    make: async (marks) => {
      const link = await newLink(marks);
      await link.owner.call(share.setMaxDownloads, { ...call(link), body: { value: 1 } });
      await sql(`UPDATE "Publication" SET "downloads" = 1 WHERE "shareId" = $1`, [link.shareId]);
      return { link, shown: {} };
    },
    verdict: 'open.notFound',
  },
  {
    name: 'with words of one’s own, written otherwise',
    make: async (marks) => {
      const link = await newLink(marks);
      const body = { value: `autumn-report-${link.shareId}` };
      const { id } = await link.owner.call(share.setLink, { ...call(link), body });
      return { link, shown: {}, linkId: id.toUpperCase() };
    },
    verdict: 'in',
  },
  ...recipientStates,
  ...dead('replaced by words', (link) =>
    link.owner.call(share.setLink, { ...call(link), body: { value: `words-${link.shareId}` } }),
  ),
  ...dead('expired', ({ shareId }) =>
    sql(`UPDATE "Publication" SET "publishUntil" = now() - interval '1 second' WHERE "shareId" = $1`, [
      shareId,
    ]),
  ),
  ...dead('withdrawn', (link) => link.owner.call(share.unpublish, call(link))),
  ...dead('of an owner who is switched off', ({ ownerId }) =>
    sql(`UPDATE "Account" SET state = 'Disabled' WHERE id = $1`, [ownerId]),
  ),
  ...dead('of an owner who is being deleted', ({ ownerId }) =>
    sql(`UPDATE "Account" SET "deletingAt" = now() WHERE id = $1`, [ownerId]),
  ),
  ...dead('taken down by an admin', ({ shareId }) =>
    sql(`UPDATE "Share" SET "blockedAt" = now(), "blockReason" = '' WHERE id = $1`, [shareId]),
  ),
  ...dead('deleted', (link) => link.owner.call(share.remove, call(link))),
  ...dead('replaced by a new address', (link) =>
    link.owner.call(share.publish, { ...call(link), body: { reuseId: false } }),
  ),
  {
    name: 'asked for by the private id',
    make: async (marks) => {
      const link = await newLink(marks);
      return { link, shown: {}, linkId: link.shareId };
    },
    verdict: 'open.notFound',
  },
];
