import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

export const jobNames = [
  'remove invites',
  'remove accounts',
  'expire shares',
  'finish uploads',
  'drop stale uploads',
  'remove bytes',
  'remove leftovers',
  'sum tally',
  'scan files',
  'hash files',
  'forget old events',
  'forget old activity',
  'forget old limits',
  'forget old sessions',
  'forget device requests',
  'forget challenges',
  'collect own data',
  'forget account codes',
  'forget known clients',
  'forget reporters',
  'announce deliveries',
  'remind of ends',
  'send notices',
  'check for update',
  'ask directory',
  'reseal secrets',
  'wipe demo',
  'read back',
] as const;

/** A feature's own, made by `jobOfFeature`. */
type FeatureJobName = string & { readonly isOfFeature: true };

export type JobName = (typeof jobNames)[number] | FeatureJobName;

export const jobOfFeature = (name: string) => name as FeatureJobName;

export type FeatureJob = {
  name: FeatureJobName;
  run: (ctx: Context) => Promise<number>;
  /** Not while the clock may be wrong. */
  needsClock?: true;
  /** Has something to do when the scan has decided. */
  waitsForScan?: true;
};

/** A job is free when its node hasn't prolonged its lease for so long. */
export const jobLeaseMs = 30_000;

export const jobChannel = 'slipway_job';

const firstRetryMs = 5_000;
const againMs = 15_000;
const maxRetryMs = 3_600_000;

const after = (ms: number) => Prisma.sql`now() + ${ms} * interval '1 millisecond'`;

const isFree = (node: string) => Prisma.sql`("leaseHolder" IS NULL AND "dueAt" <= now()
  OR "leaseHolder" = ${node} OR "leaseHolder" IS NOT NULL AND "leaseUntil" <= now())`;

/** Makes a job due at `at`, but not at once, because what is due now was just postponed. */
export async function rescheduleJob(
  db: PrismaClient,
  name: JobName,
  at: Date,
  leastMs = againMs,
): Promise<void> {
  await db.$executeRaw`
    UPDATE "Job" SET "dueAt" = least("dueAt", greatest(${at}, ${after(leastMs)})) WHERE "name" = ${name}`;
}

const maxDelay = Prisma.sql`now() + interval '90 days'`;

/** Brings times back that lie after `latest`. */
export type RepairTimes = (db: PrismaClient, latest: Prisma.Sql) => Promise<unknown>;

/** Repairs times that a fast clock has set too far into the future. */
export async function repairFutureTimes(
  db: PrismaClient,
  others: readonly RepairTimes[] = [],
): Promise<void> {
  await db.$executeRaw`UPDATE "Job" SET "leaseUntil" = now() WHERE "leaseUntil" > ${maxDelay}`;
  await db.$executeRaw`UPDATE "Upload" SET "leaseUntil" = now() WHERE "leaseUntil" > ${maxDelay}`;
  await db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() WHERE "dueAt" > ${maxDelay}`;
  for (const repair of others) await repair(db, maxDelay);
  await db.$executeRaw`UPDATE "Removal" SET "since" = ${maxDelay} WHERE "since" > ${maxDelay}`;
}

export async function makeDue(db: PrismaClient, names: readonly JobName[] = jobNames): Promise<void> {
  await db.$executeRaw`
    INSERT INTO "Job" ("name", "dueAt") SELECT unnest(${[...names]}::text[]), now()
    ON CONFLICT ("name") DO UPDATE SET "dueAt" = now()`;
}

export async function dueJobs(db: PrismaClient, node: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`SELECT "name" FROM "Job" WHERE ${isFree(node)}`;
  return rows.map(({ name }) => name);
}

/** Takes a due job that is free. Sets its next time at once; a failure brings it forward. */
export async function claimJob(
  db: PrismaClient,
  { name, node, everyMs }: { name: JobName; node: string; everyMs: number },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "Job" SET "leaseHolder" = ${node}, "leaseUntil" = ${after(jobLeaseMs)}, "dueAt" = ${after(everyMs)}
    WHERE "name" = ${name} AND ${isFree(node)}`;
  return count > 0;
}

/** Takes a free job, due or not, so that it doesn't run until the lease ends. @returns the current holder */
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

/** @returns false when another node has taken the job */
export async function prolongJob(db: PrismaClient, name: JobName, node: string): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE "Job" SET "leaseUntil" = ${after(jobLeaseMs)} WHERE "name" = ${name} AND "leaseHolder" = ${node}`;
  return count > 0;
}

/** After failures the job is retried after 5, 10, 20 seconds and so on, up to an hour. */
export async function endJob(
  db: PrismaClient,
  { name, node, hasFailed }: { name: JobName; node: string; hasFailed: boolean },
): Promise<void> {
  const retry = Prisma.sql`now() + interval '1 millisecond'
    * least(${maxRetryMs}::float8, ${firstRetryMs}::float8 * 2.0 ^ least("failures", 20))`;
  const outcome = hasFailed
    ? Prisma.sql`"failures" = "failures" + 1, "dueAt" = least("dueAt", ${retry})`
    : Prisma.sql`"failures" = 0`;
  await db.$executeRaw`
    UPDATE "Job" SET "leaseHolder" = NULL, "leaseUntil" = NULL, ${outcome}
    WHERE "name" = ${name} AND "leaseHolder" = ${node}`;
}
