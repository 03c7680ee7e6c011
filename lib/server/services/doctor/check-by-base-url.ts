import 'server-only';
import { type Finding, maxProbeBytes, probeByte } from '@/lib/contract/admin/doctor';
import { auth } from '@/lib/contract/auth';
import type { ErrorCode } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';
import { isLoopback } from '@/lib/server/network-address';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { finding } from './finding';
import { answerIn, type ProbeTarget, probe } from './probe-client';
import { forged, newTicket, pauseMs } from './ticket';

/** The size of the web page's requests, and more than proxies accept by default. */
export const probeBytesOf = ({ config }: Context): number =>
  Math.min(maxProbeBytes, Math.max(config.CHUNK_SIZE, 2 * 1024 * 1024));

export async function checkByBaseUrl(ctx: Context): Promise<Finding[]> {
  const { BASE_URL: url } = ctx.config;
  const target = { base: url, ticket: await newTicket(ctx.now) };
  const baseUrl = await checkBaseUrl(target);
  if (baseUrl.outcome === 'failure') {
    const rest = ['upload', 'download', 'proxyAuth'] as const;
    return [baseUrl, ...rest.map((check) => finding(check, 'skipped', 'noWay'))];
  }
  const ways = [
    checkUpload(target, probeBytesOf(ctx)),
    checkDownload(target),
    checkProxyAuth(ctx, target),
  ] as const;
  return [baseUrl, ...(await Promise.all(ways))];
}

export async function checkBaseUrl(target: ProbeTarget): Promise<Finding> {
  const url = target.base;
  try {
    const reply = await probe(target, { method: 'POST' });
    if (!answerIn(reply)) return finding('baseUrl', 'failure', 'other', { url, status: reply.status });
  } catch (error) {
    return finding('baseUrl', 'failure', 'unreachable', { url, reason: failureReason(error) });
  }
  const { protocol, hostname } = new URL(url);
  const isOpen = protocol === 'http:' && !isLoopback(hostname);
  return isOpen
    ? finding('baseUrl', 'warning', 'notEncrypted', { url })
    : finding('baseUrl', 'fine', 'fine', { url });
}

async function checkUpload(target: ProbeTarget, sizeBytes: number): Promise<Finding> {
  const size = formatBytes(sizeBytes);
  try {
    const reply = await probe(target, { method: 'POST', sizeBytes });
    if (reply.status === 413) return finding('upload', 'failure', 'tooLarge', { size });
    const answer = answerIn(reply);
    if (answer?.receivedBytes !== sizeBytes)
      return finding('upload', 'failure', 'changed', { status: reply.status });
    return answer.spanMs < pauseMs / 2
      ? finding('upload', 'warning', 'collected')
      : finding('upload', 'fine', 'fine', { size });
  } catch (error) {
    return finding('upload', 'failure', 'broken', { size, reason: failureReason(error) });
  }
}

const part = { start: 1000, end: 1999 };
const expected = Buffer.from(Array.from({ length: 1000 }, (_, at) => probeByte(part.start + at)));

async function checkDownload(target: ProbeTarget): Promise<Finding> {
  try {
    const range = await probe(target, {
      method: 'GET',
      headers: { range: `bytes=${part.start}-${part.end}` },
    });
    if (range.status !== 206 || !range.body.equals(expected))
      return finding('download', 'failure', 'noRange');
    const inTwo = await probe(target, { method: 'GET', query: '?pause=1' });
    const isCollected = inTwo.spanMs < pauseMs / 2;
    return isCollected ? finding('download', 'warning', 'collected') : finding('download', 'fine', 'fine');
  } catch (error) {
    return finding('download', 'failure', 'broken', { reason: failureReason(error) });
  }
}

/** Tries to sign in with forged proxy headers, as an attacker could. */
async function checkProxyAuth({ config }: Context, target: ProbeTarget): Promise<Finding> {
  if (!config.PROXY_AUTH) return finding('proxyAuth', 'skipped', 'off');
  const { PROXY_AUTH_USER_HEADER: header, PROXY_AUTH_EMAIL_HEADER: emailHeader } = config;
  const headers = { [header]: forged.user, [emailHeader]: forged.email };
  const reply = await probe(target, { method: 'POST', path: auth.proxy.path, headers });
  const said = reply.body.toString();
  const hasArrived = (name: string) =>
    said.includes('auth.proxyNameUnusable' satisfies ErrorCode) && said.includes(name);
  if (hasArrived(header)) return finding('proxyAuth', 'failure', 'forged', { header });
  if (hasArrived(emailHeader)) return finding('proxyAuth', 'failure', 'forgedEmail', { header: emailHeader });
  return finding('proxyAuth', 'fine', 'fine', { header });
}
