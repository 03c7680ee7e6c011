import 'server-only';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

/** What happens by itself; each has a row in `Job`. */
export const jobNames = [
  'remove invites',
  'remove accounts',
  'expire shares',
  'finish uploads',
  'drop stale uploads',
  'remove bytes',
  'remove leftovers',
  'sum tally',
  'hash files',
  'forget old events',
  'forget old activity',
  'forget old limits',
  'forget old sessions',
  'forget device requests',
  'remind of ends',
  'send notices',
] as const;

export type JobName = (typeof jobNames)[number];

/** When nothing has been heard of its node for this long, a job is anybody's. */
export const jobLeaseMs = 30_000;

/** The channel on which the names of jobs that are due are said. */
export const jobChannel = 'slipway_job';

const firstRetryMs = 5_000;
const againMs = 15_000;
const longestRetryMs = 3_600_000;

const after = (ms: number) => Prisma.sql`now() + ${ms} * interval '1 millisecond'`;

/** Due by its time, or left behind by a node that is gone. */
const isFree = (node: string) => Prisma.sql`("leaseHolder" IS NULL AND "dueAt" <= now()
  OR "leaseHolder" = ${node} OR "leaseHolder" IS NOT NULL AND "leaseUntil" <= now())`;

/** Has a job run again at that time, though not at once: what is due already has just been left for later. */
export async function comeBack(db: PrismaClient, name: JobName, at: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE "Job" SET "dueAt" = least("dueAt", greatest(${at}, ${after(againMs)})) WHERE "name" = ${name}`;
}

/** Longer than a notice is put off, than a form takes to send its bytes, and far longer than any lease. */
const longestDelay = Prisma.sql`now() + interval '90 days'`;

/** Makes due, or free, what a clock that was ahead has put off until then. */
export async function bringForward(db: PrismaClient): Promise<void> {
  await db.$executeRaw`UPDATE "Job" SET "leaseUntil" = now() WHERE "leaseUntil" > ${longestDelay}`;
  await db.$executeRaw`UPDATE "Upload" SET "leaseUntil" = now() WHERE "leaseUntil" > ${longestDelay}`;
  await db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() WHERE "dueAt" > ${longestDelay}`;
  await db.$executeRaw`UPDATE "Removal" SET "since" = ${longestDelay} WHERE "since" > ${longestDelay}`;
}

/** Makes all jobs due, those included that are new. */
export async function makeDue(db: PrismaClient): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Job" ("name", "dueAt") SELECT unnest(${[...jobNames]}::text[]), now()
    ON CONFLICT ("name") DO UPDATE SET "dueAt" = now()`;
}

/** The jobs that a node may take now. */
export async function dueJobs(db: PrismaClient, node: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`SELECT "name" FROM "Job" WHERE ${isFree(node)}`;
  return rows.map(({ name }) => name);
}

/** Takes a job if it is due and nobody else has it; its next time is set already, and comes sooner if it fails. */
export async function claimJob(
  db: PrismaClient,
  { name, node, everyMs }: { name: JobName; node: string; everyMs: number },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "Job" SET "leaseHolder" = ${node}, "leaseUntil" = ${after(jobLeaseMs)}, "dueAt" = ${after(everyMs)}
    WHERE "name" = ${name} AND ${isFree(node)}`;
  return count > 0;
}

/**
 * Takes a job that nobody is at, whether it is due or not: then it doesn't run until the lease ends.
 * @returns who has it now
 */
export async function holdJob(db: PrismaClient, name: JobName, node: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ leaseHolder: string | null }[]>`
    INSERT INTO "Job" ("name", "dueAt", "leaseHolder", "leaseUntil")
    VALUES (${name}, now(), ${node}, ${after(jobLeaseMs)})
    ON CONFLICT ("name") DO UPDATE SET "leaseHolder" = excluded."leaseHolder", "leaseUntil" = excluded."leaseUntil"
    WHERE "Job"."leaseHolder" IS NULL OR "Job"."leaseUntil" <= now()
    RETURNING "leaseHolder"`;
  if (rows[0]) return rows[0].leaseHolder;
  return (await db.job.findUnique({ where: { name } }))?.leaseHolder ?? null;
}

/** @returns false when somebody else has the job by now */
export async function prolongJob(db: PrismaClient, name: JobName, node: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "Job" SET "leaseUntil" = ${after(jobLeaseMs)} WHERE "name" = ${name} AND "leaseHolder" = ${node}`;
  return count > 0;
}

/** The end of a run. After failures it is tried again after 5 seconds, then 10, 20 and so on, up to an hour. */
export async function endJob(
  db: PrismaClient,
  { name, node, hasFailed }: { name: JobName; node: string; hasFailed: boolean },
): Promise<void> {
  const retry = Prisma.sql`now() + interval '1 millisecond'
    * least(${longestRetryMs}::float8, ${firstRetryMs}::float8 * 2.0 ^ least("failures", 20))`;
  const outcome = hasFailed
    ? Prisma.sql`"failures" = "failures" + 1, "dueAt" = least("dueAt", ${retry})`
    : Prisma.sql`"failures" = 0`;
  await db.$executeRaw`
    UPDATE "Job" SET "leaseHolder" = NULL, "leaseUntil" = NULL, ${outcome}
    WHERE "name" = ${name} AND "leaseHolder" = ${node}`;
}
