import 'server-only';
import type { Context } from '@/lib/server/context';
import { type JobName, jobChannel } from '@/lib/server/jobs/queue';

export function runJobSoon({ db, log }: Pick<Context, 'db' | 'log'>, name: JobName): void {
  db.$queryRaw`
    WITH job AS (
      INSERT INTO "Job" ("name", "dueAt") VALUES (${name}, now())
      ON CONFLICT ("name") DO UPDATE SET "dueAt" = now() RETURNING "name")
    SELECT pg_notify(${jobChannel}, "name")::text FROM job`.catch((error: unknown) => {
    log.error({ err: error, job: name }, 'a job waits for its time');
  });
}
