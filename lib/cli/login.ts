import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { device } from '@/lib/contract/device';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { CallRefusal, call } from './call';
import { Failure } from './failure';
import type { Output } from './output';
import { readConfig } from './server-config';
import { checkCanStore, forgetServer, serverFor, serverUrl, storeServer } from './servers';

/** Signs in by a code that the person confirms in a browser, possibly on another machine (RFC 8628). */
export async function login(output: Output, address: string | undefined): Promise<void> {
  const url = address === undefined ? serverFor(undefined).url : serverUrl(address);
  const { appName } = await readConfig(url);
  checkCanStore();
  const body = { name: `slipway on ${os.hostname()}`.slice(0, 100), scopes: ['upload', 'read', 'manage'] };
  const request = await call<typeof device.ask>(url, '/api/v2/open/auth/device', { method: 'POST', body });
  const texts = [appName, request.verificationUriComplete, request.userCode];
  const [name, page, code] = texts.map((text) => oneLine(String(text)));
  process.stderr.write(
    `Open this page in any browser, and let ${name} know that it’s you:\n\n  ${page}\n\nThe code is ${code}.\n`,
  );
  const { token, user } = await fetchToken(url, request);
  storeServer(url, { token, user });
  await output.result(`Signed in to ${url} as ${user}.`, { url, user });
}

type DeviceSignIn = { deviceCode: string; expiresInMs: number; intervalMs: number };

async function fetchToken(url: string, { deviceCode, expiresInMs, intervalMs }: DeviceSignIn) {
  for (const until = Date.now() + expiresInMs; Date.now() < until; ) {
    await sleep(intervalMs);
    const { token, user } = await pollToken(url, deviceCode);
    if (token) return { token, user };
  }
  throw new Failure('Nobody confirmed the sign-in within ten minutes.', 'notAllowed');
}

async function pollToken(url: string, deviceCode: string): Promise<{ token: string | null; user: string }> {
  try {
    return await call<typeof device.fetch>(url, '/api/v2/open/auth/device/token', {
      method: 'POST',
      body: { deviceCode },
    });
  } catch (error) {
    const isWaiting = error instanceof CallRefusal ? error.code === 'device.pending' : isAway(error);
    if (isWaiting) return { token: null, user: '' };
    if (error instanceof CallRefusal) throw new Failure(error.message, 'notAllowed');
    throw error;
  }
}

const isAway = (error: unknown) => error instanceof Failure && error.exitCode === 5;

export function logout(output: Output, given: string | undefined): void {
  const { url } = serverFor(given);
  if (!forgetServer(url)) throw new Failure(`You aren’t signed in to ${url}.`);
  output.note(`Forgotten here. To end the token everywhere, revoke it: ${url}/app/settings, “Access”.`);
}
