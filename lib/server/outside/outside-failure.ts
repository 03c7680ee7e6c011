import 'server-only';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { codeOf, errorMessage } from '@/lib/server/plain-error';

/** The part of a call that failed: the way there, the other side's certificate, our sign-in, or what was asked. */
export type OutsidePlace = 'connection' | 'certificate' | 'signIn' | 'request';

type OwnWords = { code?: string | number | undefined; words: string };

const maxWordsLength = 200;

/**
 * A failure of a database, bucket, directory, provider, mail server, scanner or receiver. Status, sentence, log and
 * finding follow from its place, never from a list of codes.
 */
export class OutsideFailure extends Error {
  override readonly name = 'OutsideFailure';
  readonly place: OutsidePlace;
  readonly code: string | number | undefined;
  /** The other side's code and words in one line. */
  readonly line: string;

  /** @param own where the driver hides the other side's code and words */
  constructor(place: OutsidePlace, cause: unknown, own: OwnWords = ownWordsOf(cause)) {
    const words = oneLine(own.words);
    const hasCode = own.code !== undefined && !words.includes(String(own.code));
    const line = (hasCode ? `${own.code}: ${words}` : words).slice(0, maxWordsLength);
    super(line, { cause });
    this.code = own.code;
    this.line = line;
    this.place = place === 'connection' && isUntrusted(`${own.code} ${words}`) ? 'certificate' : place;
  }
}

/** True for what Node and OpenSSL say of a certificate that nobody vouches for, or of another host. */
const isUntrusted = (words: string): boolean => /certificate|altname|CERT_/i.test(words);

/** The cause's words, as those around it are ours or, like those of `fetch`, say nothing. */
function ownWordsOf(error: unknown): OwnWords {
  let inner = causeOf(error);
  while (inner instanceof Error && inner.message === 'fetch failed' && inner.cause) inner = inner.cause;
  return { code: codeOf(inner), words: errorMessage(inner) };
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

/** Says where it happened of what a step throws, unless that is known: `step().catch(failAt('request'))`. */
export const failAt =
  (place: OutsidePlace) =>
  (error: unknown): never => {
    throw error instanceof OutsideFailure ? error : new OutsideFailure(place, error);
  };

/** Of a caught error, or of the cause of one of ours. */
export function asFailure(error: unknown, place: OutsidePlace = 'connection'): OutsideFailure {
  const known = [error, causeOf(error)].find((one) => one instanceof OutsideFailure);
  return known ?? new OutsideFailure(place, error);
}

/** The other side's code and words in one line. */
export const failureReason = (error: unknown): string => asFailure(error).line;
