import 'server-only';
import { type DoctorCheck, doctorChecks, type Examination, type Finding } from '@/lib/contract/admin/doctor';
import type { CheckedGroup } from '@/lib/domain/server-settings';
import type { Context } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { checkByBaseUrl, probeBytesOf } from './check-by-base-url';
import { checkClock, checkDatabase, checkSchema } from './check-database';
import { checkDirectUploads } from './check-direct';
import { checkDirectory } from './check-directory';
import { checkScan } from './check-scan';
import {
  checkFactors,
  checkLimits,
  checkMail,
  checkOldSecret,
  checkPasskeys,
  checkProxies,
  checkSealed,
  checkSecret,
  checkStored,
} from './check-settings';
import { checkReadBack, checkSpace, checkStorage, checkThumbnails } from './check-storage';
import { checkVersion } from './check-version';
import { finding } from './finding';
import { checkNodes } from './node-registration';

const patienceMs = 12_000;

/**
 * Runs all checks, each with a time limit.
 * `forwardedFor` is the request's X-Forwarded-For; undefined outside of HTTP
 */
export async function examine(
  ctx: Context,
  { forwardedFor }: { forwardedFor?: string | null },
): Promise<Examination> {
  const found = await Promise.all([
    withinLimit('baseUrl', () => checkByBaseUrl(ctx)),
    withinLimit('baseUrl', () => checkPasskeys(ctx)),
    forwardedFor === undefined ? finding('proxies', 'skipped', 'noRequest') : checkProxies(ctx, forwardedFor),
    withinLimit('clock', () => checkClock(ctx)),
    withinLimit('database', () => checkDatabase(ctx)),
    withinLimit('schema', () => checkSchema(ctx)),
    withinLimit('storage', () => checkStorage(ctx)),
    withinLimit('storage', () => checkReadBack(ctx)),
    withinLimit('storage', () => checkDirectUploads(ctx)),
    withinLimit('space', () => checkSpace(ctx)),
    withinLimit('thumbnails', () => checkThumbnails(ctx)),
    withinLimit('mail', () => checkMail(ctx)),
    withinLimit('directory', () => checkDirectory(ctx)),
    withinLimit('scan', () => checkScan(ctx)),
    withinLimit('secret', () => checkSecret(ctx)),
    withinLimit('secret', () => checkSealed(ctx)),
    withinLimit('secret', () => checkOldSecret(ctx)),
    withinLimit('factor', () => checkFactors(ctx)),
    checkStored(ctx),
    checkLimits(ctx),
    withinLimit('nodes', () => checkNodes(ctx)),
    withinLimit('version', () => checkVersion(ctx)),
  ]);
  const findings = found.flat().sort((a, b) => doctorChecks.indexOf(a.check) - doctorChecks.indexOf(b.check));
  return { findings, now: Date.now(), baseUrl: ctx.config.BASE_URL, probeBytes: probeBytesOf(ctx) };
}

const groupChecks: Record<CheckedGroup, (ctx: Context) => Promise<Finding | Finding[]>> = {
  directory: checkDirectory,
  scan: checkScan,
};

/** Runs the check of one group of settings. */
export async function examineGroup(ctx: Context, { group }: { group: CheckedGroup }) {
  const found = await withinLimit(group, () => groupChecks[group](ctx));
  return { findings: [found].flat() };
}

async function withinLimit(
  check: DoctorCheck,
  look: () => Promise<Finding | Finding[]>,
): Promise<Finding | Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(finding(check, 'failure', 'late')), patienceMs);
  });
  const looked = look().catch((error: unknown) =>
    finding(check, 'failure', 'unclear', { reason: failureReason(error) }),
  );
  return Promise.race([looked, late]).finally(() => clearTimeout(timer));
}
