import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { device } from '@/lib/contract/device';
import type { info } from '@/lib/contract/info';
import { oneLine } from '@/lib/domain/pasted/name';
import { call, Refusal } from './call';
import { Failure } from './failure';
import type { Output } from './output';
import { forgetServer, keepServer, serverFor, serverUrl } from './servers';

/** Signs in by a code that a person confirms in a browser, which may be on another machine (RFC 8628). */
export async function login(output: Output, address: string | undefined): Promise<void> {
  const url = address === undefined ? serverFor(undefined).url : serverUrl(address);
  const { appName } = await call<typeof info.appConfig>(url, '/api/v2/open/info/appconfig');
  const body = { name: `slipway on ${os.hostname()}`.slice(0, 100), scopes: ['upload', 'read', 'manage'] };
  const asked = await call<typeof device.ask>(url, '/api/v2/open/auth/device', { method: 'POST', body });
  const said = [appName, asked.verificationUriComplete, asked.userCode];
  const [name, page, code] = said.map((text) => oneLine(String(text)));
  process.stderr.write(
    `Open this page in any browser, and let ${name} know that it’s you:\n\n  ${page}\n\nThe code is ${code}.\n`,
  );
  const { token, user } = await fetchToken(url, asked);
  keepServer(url, { token, user });
  output.result(`Signed in to ${url} as ${user}.`, { url, user });
}

type Asked = { deviceCode: string; expiresInMs: number; intervalMs: number };

async function fetchToken(url: string, { deviceCode, expiresInMs, intervalMs }: Asked) {
  for (const until = Date.now() + expiresInMs; Date.now() < until; ) {
    await sleep(intervalMs);
    const { token, user } = await fetchOnce(url, deviceCode);
    if (token) return { token, user };
  }
  throw new Failure('Nobody confirmed the sign-in within ten minutes.', 'notAllowed');
}

/** No token yet where nobody has answered, and while the server is away: the code stays good meanwhile. */
async function fetchOnce(url: string, deviceCode: string): Promise<{ token: string | null; user: string }> {
  try {
    return await call<typeof device.fetch>(url, '/api/v2/open/auth/device/token', {
      method: 'POST',
      body: { deviceCode },
    });
  } catch (error) {
    const isWaiting = error instanceof Refusal ? error.code === 'device.pending' : isAway(error);
    if (isWaiting) return { token: null, user: '' };
    if (error instanceof Refusal) throw new Failure(error.message, 'notAllowed');
    throw error;
  }
}

const isAway = (error: unknown) => error instanceof Failure && error.exitCode === 5;

export function logout(output: Output, given: string | undefined): void {
  const { url } = serverFor(given);
  if (!forgetServer(url)) throw new Failure(`You aren’t signed in to ${url}.`);
  output.note(`Forgotten here. To end the token everywhere, revoke it: ${url}/app/settings, “Access”.`);
}
