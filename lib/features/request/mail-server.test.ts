import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { MailSink } from '@/testing/network/mail-sink';
import { later, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound } from '@/testing/service/requests';
import { decideCell } from './decide';
import { remindPeople } from './remind';

const post = mailServer();
const attempts: string[] = [];
let own: OwnDatabase;
let greylisting: MailSink;

beforeAll(async () => {
  own = await ownDatabase();
  greylisting = await MailSink.open(() => undefined, {
    smtpOptions: {
      onRcptTo: ({ address }, _session, done) => {
        attempts.push(address);
        const isFirst = attempts.filter((each) => each === address).length % 2 === 1;
        done(isFirst ? Object.assign(new Error('4.2.0 greylisted'), { responseCode: 450 }) : null);
      },
    },
  });
});
afterAll(() => Promise.all([own.remove(), greylisting.close()]));

const hour = 3_600;
const day = 24 * hour;
const names = ['Ada', 'Bea', 'Cleo'];

/** Three people, by three weeks after `noon`. @param url of the mail server */
async function asked(prefix: string, url: string) {
  const owner: UserContext = await userContext({ db: own.db, ...post.over({ SMTP_URL: url }) });
  const round = await newRound(owner);
  const people = names.map((name) => ({ name, address: `${prefix}-${name.toLowerCase()}@example.org` }));
  return { owner, ...round, people, requests: await askPeople(owner, round, people) };
}

/** Both jobs, as often as a notice that wasn't sent is due again. */
async function pass(ctx: UserContext, seconds: number): Promise<void> {
  const now = later(ctx, seconds);
  await remindPeople(now);
  await own.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;
  await sendNotices(now);
}

const subjectsFor = (sink: MailSink, people: { address: string }[]) =>
  people.map(({ address }) => sink.for(address).map(({ email }) => email.subject?.split(':')[0]));

test('a mail server that refuses each mail at first gets each once, and no person counts as unreachable', async () => {
  const { owner, aliasId, people, requests, slots } = await asked('grey', greylisting.url);
  for (const n of [0, 1]) await pass(owner, n * hour);
  const decision = { aliasId, decision: 'again', reason: 'Blurred', version: 0 } as const;
  for (const request of requests) await decideCell(owner, { ...decision, request, slot: slots[0] ?? '' });
  const days = [0.1, 0.2, 18, 18.1, 18.2, 21, 21.1, 21.2, 28, 28.1, 28.2];
  for (const each of days) await pass(owner, each * day);
  const login = owner.viewer.login;
  const mails = [`${login} asks you for files`, 'Please send again', ...Array(3).fill('Still missing')];
  expect(subjectsFor(greylisting, people)).toEqual(people.map(() => mails));
  expect(attempts).toHaveLength(2 * mails.length * people.length);
  const rows = await own.db.fileRequest.findMany({ where: { id: { in: requests } } });
  expect(rows.map(({ refusal, sentAt }) => [refusal, sentAt !== null])).toEqual(
    people.map(() => [null, true]),
  );
});

test('a mail server that is away for a day when people are asked gets each mail once', async () => {
  const { owner, people } = await asked('away', 'smtp://127.0.0.1:1');
  for (let n = 0; n < 24; n += 4) await pass(owner, n * hour);
  expect(subjectsFor(post.sink, people)).toEqual([[], [], []]);
  const back = { ...owner, ...post.over() };
  for (const n of [24, 25, 26]) await pass(back, n * hour);
  expect(subjectsFor(post.sink, people)).toEqual(
    people.map(() => [`${owner.viewer.login} asks you for files`]),
  );
});

test('a mail server that is away all day when a reminder is due gets it once, by day, and the next as planned', async () => {
  const { owner, people } = await asked('late', post.sink.url);
  await pass(owner, 0);
  const away = { ...owner, ...post.over({ SMTP_URL: 'smtp://127.0.0.1:1' }) };
  for (let n = 0; n < 24; n += 4) await pass(away, 18 * day + n * hour);
  const count = () => subjectsFor(post.sink, people).map(({ length }) => length);
  expect(count()).toEqual([1, 1, 1]);
  for (let n = 24; n < 48; n += 3) await pass(owner, 18 * day + n * hour);
  expect(count()).toEqual([2, 2, 2]);
  for (let n = 48; n < 96; n += 3) await pass(owner, 18 * day + n * hour);
  expect(count()).toEqual([3, 3, 3]);
});
