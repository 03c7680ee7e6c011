import { type ErrorCode, errors } from '@/lib/contract/errors';
import type { GateReply } from './ask';
import type { Credential } from './credentials';
import { isPage, matrix, methodOf } from './matrix';
import type { PageRedirect, Verdict } from './rules';
import { isToken, scopeVerdict, speakerOf } from './token-scopes';

const places: Record<PageRedirect, string> = {
  'to the login': '/app/login?r=',
  'to "not allowed"': '/app/info/0',
  'to "not there"': '/app/info/1',
};

const isTurn = (verdict: Verdict): verdict is PageRedirect => verdict in places;

export function verdictFor(key: string, who: Credential): Verdict {
  const judged = isPage(key) && isToken(who) ? 'signedOut' : speakerOf(who);
  return scopeVerdict(key, who) ?? matrix[key]?.rule(judged, methodOf(key)) ?? 'in';
}

export function expectedFor(key: string, who: Credential): string {
  const verdict = verdictFor(key, who);
  if (isTurn(verdict)) return `307 ${places[verdict]}`;
  if (verdict !== 'in') return refusal(key, verdict);
  const { answer = 200 } = matrix[key] ?? {};
  return typeof answer === 'number' ? String(answer) : refusal(key, answer);
}

/** The expected answer for an unknown id; null where the URL has no id or is open to everyone. */
export function missingFor(key: string): string | null {
  const verdict = matrix[key]?.missing ?? verdictFor(key, 'other');
  const isMissing = verdict in errors && errors[verdict as ErrorCode].status === 404;
  return isMissing ? refusal(key, verdict as ErrorCode) : null;
}

/** Answers to HEAD have no body with a code. */
const refusal = (key: string, code: ErrorCode): string =>
  methodOf(key) === 'HEAD' ? String(errors[code].status) : `${errors[code].status} ${code}`;

export function saidBy(key: string, who: Credential, { status, headers, code }: GateReply): string {
  const place = headers.location ?? '';
  const verdict = verdictFor(key, who);
  if (isPage(key) && isTurn(verdict) && place.startsWith(places[verdict]))
    return `${status} ${places[verdict]}`;
  if (isPage(key) && verdict !== 'in') return `${status} ${place}`;
  return code === null ? String(status) : `${status} ${code}`;
}
