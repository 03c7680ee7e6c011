import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf } from '@/lib/domain/time/time-zone';
import type { UserContext } from '@/lib/server/context';
import type { Mailer } from '@/lib/server/mail/mailer';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { isLong } from '@/testing/is-long';
import { MailSink } from '@/testing/network/mail-sink';
import { later, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { startSender } from '@/testing/service/request-sender-process';
import { askPeople, newRound, sendFile, slotOf, tokenOf } from '@/testing/service/requests';
import { noteSaved } from './person';
import { remindPeople } from './remind';

const post = mailServer();
let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const hour = 3_600;
const day = 24 * hour;
const [peopleCount, slotCount] = isLong ? [40, 6] : [8, 2];
const stepHours = isLong ? 3 : 12;

/** Ends like a process: after the mail server has taken a mail, or before. */
function dying(mailer: Mailer, { after }: { after: number }): Mailer {
  let count = 0;
  return {
    ...mailer,
    send: async (mail) => {
      if (count++ === after) throw new Error('the process ends here');
      await mailer.send(mail);
    },
  };
}

const zones = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin'];

type Person = { name: string; address: string; timezone: string; request: string };

async function askAll(owner: UserContext) {
  const slots = Array.from({ length: slotCount }, (_, n) => slotOf(`Slot ${n + 1}`));
  const made = await newRound(owner, { slots, due: '2026-03-22' });
  const people = Array.from({ length: peopleCount }, (_, n) => ({
    name: `Person ${n}`,
    address: `p${n}@example.org`,
    timezone: zones[n % zones.length] ?? 'UTC',
  }));
  const requests = await askPeople(owner, made, people);
  return { ...made, people: people.map((person, n): Person => ({ ...person, request: requests[n] ?? '' })) };
}

/** Person n sends all on a day of its own, one in four never. @returns milliseconds */
function completeAt({ now }: UserContext, n: number): number {
  if (n % 4 === 3) return Number.POSITIVE_INFINITY;
  return now.getTime() + (Math.floor((n * 20) / peopleCount) * day + hour) * 1000;
}

/** Of those whose hour has come in the last step. */
async function sendAll(
  owner: UserContext,
  now: UserContext,
  { people, aliasId, slots }: Awaited<ReturnType<typeof askAll>>,
) {
  const until = now.now.getTime();
  for (const [n, { request }] of people.entries()) {
    const at = completeAt(owner, n);
    if (at > until || at <= until - stepHours * hour * 1000) continue;
    const token = await tokenOf(owner, { aliasId, request });
    for (const slot of slots) await sendFile(now, { token, slot });
    await noteSaved(now, { token });
  }
}

/** In days from noon: when mails are due in the four zones, and the first ones. */
const kills = new Set([0, 17.5, 17.875, 18.25, 20.5, 20.875, 21.25, 27.5, 27.875, 28.25]);

/** @returns whether the process was killed: at the first mail, or the second, that it hands over */
async function runAndKill({ now, config }: UserContext, at: number): Promise<boolean> {
  let count = 0;
  const sink = await MailSink.open((mail) => {
    post.sink.mails.push(mail);
    if (++count === at) sender.kill('SIGKILL');
  });
  const sender = startSender({
    DATABASE_URL: own.url,
    SMTP_URL: sink.url,
    BASE_URL: config.BASE_URL,
    AT: now.toISOString(),
  });
  const [code, signal] = await once(sender, 'exit');
  await sink.close();
  expect([code, signal]).toEqual(signal ? [null, 'SIGKILL'] : [0, null]);
  return signal !== null;
}

const isAnythingDue = async ({ now }: UserContext) =>
  (await own.db.notice.count()) + (await own.db.fileRequest.count({ where: { remindAt: { lte: now } } })) > 0;

let killed = 0;

async function runJobs(now: UserContext, isKilled: boolean): Promise<void> {
  const run = async (ctx: UserContext) => {
    await remindPeople(ctx);
    await sendNotices(ctx);
  };
  if (isLong && killed < 10 && (await isAnythingDue(now)))
    killed += Number(await runAndKill(now, 1 + (killed % 2)));
  if (!isLong && isKilled)
    await run({ ...now, mail: dying(now.mail as Mailer, { after: 1 }) }).catch(() => undefined);
  await own.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;
  await run(now);
}

/** By address: when reminders that nobody had had before were caught. */
function noteReminders(now: number, seen: Map<string, number>): void {
  for (const { email } of post.sink.mails)
    if (email.subject?.startsWith('Still') && !seen.has(email.messageId ?? ''))
      seen.set(email.messageId ?? '', now);
}

const mailsTo = (address: string, subject: string) =>
  new Set(
    post.sink
      .for(address)
      .flatMap(({ email }) => (email.subject?.startsWith(subject) ? (email.messageId ?? '') : [])),
  );

const localHour = (at: number, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone, hourCycle: 'h23' }).format(at));

test(`${peopleCount} people × ${slotCount} slots and a month: each mail is in the table, whatever ends the sender`, async () => {
  const account = await userContext({ db: own.db, ...post.over() });
  const email = `${account.viewer.login}@example.com`;
  await own.db.account.update({
    where: { id: account.viewer.id },
    data: { email, displayName: 'Bea', language: 'en' },
  });
  const asked = await askAll(account);
  const seen = new Map<string, number>();
  for (let step = 0; step < 30 * 24; step += stepHours) {
    const now = later(account, step * hour);
    await sendAll(account, now, asked);
    await runJobs(now, kills.has(step / 24));
    noteReminders(now.now.getTime(), seen);
  }
  expect(killed).toBe(isLong ? 10 : 0);
  for (const [n, { address, timezone }] of asked.people.entries()) {
    const at = completeAt(account, n);
    const due = ['2026-03-19', '2026-03-22', '2026-03-29'].map(
      (text) => instantOf(`${text}T09:00`, timezone) ?? 0,
    );
    const reminders = [...mailsTo(address, 'Still')];
    expect(
      [mailsTo(address, 'Bea asks').size, reminders.length, mailsTo(address, 'Thank').size],
      address,
    ).toEqual([1, due.filter((moment) => moment < at).length, Number.isFinite(at) ? 1 : 0]);
    const hours = reminders.map((id) => localHour(seen.get(id) ?? 0, timezone));
    expect(
      hours.every((one) => one >= 8 && one < 18),
      `${address} at ${hours}`,
    ).toBe(true);
  }
});
