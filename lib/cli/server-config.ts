import type { info } from '@/lib/contract/info';
import { type AnswerOf, call, readAnswer, sendRequest } from './call';
import { namedServer, serverUrl } from './servers';

export type ServerConfig = AnswerOf<typeof info.appConfig>;

const configPath = '/api/v2/open/info/appconfig';
const longestWaitMs = 5000;

export const readConfig = (server: string): Promise<ServerConfig> =>
  call<typeof info.appConfig>(server, configPath);

/**
 * Links have a server's BASE_URL, but its user may reach it by another address.
 * @returns the address that the user named, if the link is of that server
 */
export async function reachableServer(inLink: string, given?: string): Promise<string> {
  const url = serverUrl(inLink);
  const named = namedServer(given);
  if (named === null || named === url) return url;
  const init = { signal: AbortSignal.timeout(longestWaitMs) };
  const config = await sendRequest(named + configPath, init)
    .then(readAnswer)
    .catch(() => null);
  const { baseUrl } = (config ?? {}) as Partial<ServerConfig>;
  return baseUrl && serverUrl(baseUrl) === url ? named : url;
}
