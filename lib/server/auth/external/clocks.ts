import 'server-only';
import * as oauth from 'oauth4webapi';

/** How far a provider's clock may be from ours, in seconds. */
export const toleratedSeconds = 300;

/** A difference that is worth a word to the operator. */
const noticedSeconds = 30;

type Claims = { iat?: unknown };

/** By how many seconds the clock of who issued a token is ahead of ours, where that is far enough to be told. */
export function secondsApart({ iat }: Claims): number | null {
  const seconds = typeof iat === 'number' ? Math.round(iat - Date.now() / 1000) : 0;
  return Math.abs(seconds) < noticedSeconds ? null : seconds;
}

/** The same of a token that was refused for its times. */
export function clockDifference(error: Error): number | null {
  if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JWT_TIMESTAMP_CHECK)
    return null;
  return secondsApart(Object((error.cause as { claims?: Claims } | undefined)?.claims));
}
