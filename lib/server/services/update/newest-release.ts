import 'server-only';
import * as z from 'zod';
import { releasedVersion } from '@/lib/domain/version';
import { isSafeUrl } from '@/lib/server/config/provider';
import { readLimited } from '@/lib/server/read-limited';

/** GitHub's `releases/latest`, whose notes and list of files may be long. */
const Latest = z.object({
  tag_name: z.string().max(100),
  html_url: z.string().max(500).refine(isSafeUrl).nullable().catch(null),
  prerelease: z.boolean().catch(false),
});
const maxBytes = 256 * 1024;
const maxHops = 3;
const defaultPatienceMs = 10_000;

/** `version` is null for a pre-release. `url` leads to its notes. */
export type Release = { version: string | null; url: string | null };

/** @throws Error that says what is wrong with the answer */
export async function newestRelease(url: string, patienceMs = defaultPatienceMs): Promise<Release> {
  const response = await get(new URL(url), AbortSignal.timeout(patienceMs));
  const { data } = Latest.safeParse(readJson(await readLimited(response, maxBytes)));
  if (!data) throw new Error('the answer is no release');
  return { version: data.prerelease ? null : releasedVersion(data.tag_name), url: data.html_url };
}

/** Follows redirects within the same server only. */
async function get(url: URL, signal: AbortSignal, hopsLeft = maxHops): Promise<Response> {
  const headers = { 'user-agent': 'Slipway', accept: 'application/json' };
  const response = await fetch(url, { headers, redirect: 'manual', signal });
  if (response.ok) return response;
  await response.body?.cancel();
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null)
    throw new Error(`it answers ${response.status}`);
  const next = new URL(location, url);
  if (next.origin !== url.origin) throw new Error(`it leads to ${next.origin}`);
  if (hopsLeft === 0) throw new Error('it leads on and on');
  return get(next, signal, hopsLeft - 1);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
