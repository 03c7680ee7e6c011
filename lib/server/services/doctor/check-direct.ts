import 'server-only';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Context } from '@/lib/server/context';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { finding } from './finding';

const headers = ['x-amz-content-sha256', 'x-amz-checksum-sha256'];

/** Of the bucket, for pages of this origin. */
export const corsRule = (origin: string) => ({
  AllowedOrigins: [origin],
  AllowedMethods: ['PUT'],
  AllowedHeaders: headers,
  MaxAgeSeconds: 3600,
});

const patienceMs = 5_000;

/** Asks the bucket as a browser would before it sends there. Browsers may reach less than this machine. */
export async function checkDirectUploads({ config, storage }: Context): Promise<Finding[]> {
  if (!config.S3_PRESIGNED_UPLOADS || !storage.direct) return [];
  const url = await storage.direct.address();
  const { origin, protocol } = new URL(config.BASE_URL);
  if (protocol === 'https:' && !url.startsWith('https:'))
    return [finding('storage', 'warning', 'directMixed', { bucket: new URL(url).origin })];
  const reason = await refusalOf(url, origin);
  if (reason === null) return [finding('storage', 'fine', 'directFine', { origin })];
  return [
    finding('storage', 'warning', 'directRefused', {
      origin,
      reason,
      rule: JSON.stringify([corsRule(origin)]),
    }),
  ];
}

/** @returns why a browser would not send; null when it would */
async function refusalOf(url: string, origin: string): Promise<string | null> {
  const asked = {
    method: 'OPTIONS',
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': headers.join(','),
    },
  } as const;
  const answer = await fetch(url, asked).catch((error: Error) => error);
  if (answer instanceof Error) return new OutsideFailure('connection', answer).line;
  await answer.body?.cancel();
  if (!answer.ok) return String(answer.status);
  const allowed = (what: string) => answer.headers.get(`access-control-allow-${what}`)?.toLowerCase() ?? '';
  if (!['*', origin.toLowerCase()].includes(allowed('origin'))) return 'Access-Control-Allow-Origin';
  if (!/\*|\bput\b/.test(allowed('methods'))) return 'Access-Control-Allow-Methods';
  const names = allowed('headers').split(/\s*,\s*/);
  const isAllowed = names.includes('*') || headers.every((name) => names.includes(name));
  return isAllowed ? null : 'Access-Control-Allow-Headers';
}
