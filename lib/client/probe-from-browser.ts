import type { Examination, Finding, ProbeAnswer } from '@/lib/contract/admin/doctor';
import { probeByte } from '@/lib/contract/admin/doctor';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { formatBytes } from '@/lib/domain/units';

const toleratedMs = 30_000;

type ProbeResult = Pick<Finding, 'outcome' | 'code'> & { values?: Record<string, string> };

/** Sends and fetches bytes as the web page does, and compares this browser's results with the server's. */
export async function probeFromBrowser(
  { baseUrl, probeBytes }: Examination,
  signal: AbortSignal,
): Promise<Finding[]> {
  const clock = await runProbe('clock', () => probeClock(signal));
  const upload = await runProbe('upload', () => probeUpload(probeBytes, signal));
  const download = await runProbe('download', () => probeDownload(signal));
  const origin = window.location.origin;
  const values = { origin, url: baseUrl };
  const isThere = origin === baseUrl;
  const address: Finding = {
    check: 'baseUrl',
    outcome: isThere ? 'fine' : 'failure',
    code: isThere ? 'fine' : 'otherOrigin',
    values,
  };
  return [address, clock, upload, download];
}

async function runProbe(check: Finding['check'], look: () => Promise<ProbeResult>): Promise<Finding> {
  try {
    return { check, values: {}, ...(await look()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check, outcome: 'failure', code: 'unclear', values: { reason } };
  }
}

const post = (body: Uint8Array<ArrayBuffer> | null, signal: AbortSignal) =>
  fetch(otherBytePaths.probe, {
    method: 'POST',
    body,
    signal,
    headers: { 'content-type': 'application/octet-stream' },
  });

async function probeClock(signal: AbortSignal): Promise<ProbeResult> {
  const began = Date.now();
  const { now } = (await (await post(null, signal)).json()) as ProbeAnswer;
  const apartMs = Math.abs(now - (began + Date.now()) / 2);
  if (apartMs <= toleratedMs) return { outcome: 'skipped', code: 'fine' };
  return { outcome: 'warning', code: 'browserApart', values: { seconds: (apartMs / 1000).toFixed(0) } };
}

async function probeUpload(sizeBytes: number, signal: AbortSignal): Promise<ProbeResult> {
  const size = formatBytes(sizeBytes);
  const answer = await post(new Uint8Array(sizeBytes), signal);
  if (answer.status === 413) return { outcome: 'failure', code: 'tooLarge', values: { size } };
  if (!answer.ok) return { outcome: 'failure', code: 'changed', values: { status: String(answer.status) } };
  const { receivedBytes } = (await answer.json()) as ProbeAnswer;
  return receivedBytes === sizeBytes
    ? { outcome: 'fine', code: 'fineHere', values: { size } }
    : { outcome: 'failure', code: 'changed', values: { status: String(answer.status) } };
}

const start = 1000;

async function probeDownload(signal: AbortSignal): Promise<ProbeResult> {
  const answer = await fetch(otherBytePaths.probe, {
    signal,
    headers: { range: `bytes=${start}-${start + 999}` },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isPart = answer.status === 206 && bytes.length === 1000;
  const isRight = isPart && bytes.every((byte, at) => byte === probeByte(start + at));
  return isRight ? { outcome: 'fine', code: 'fineHere' } : { outcome: 'failure', code: 'noRange' };
}
