import type { Question } from './ask';
import type { Row } from './row';
import { byteRows } from './rows-bytes';
import { callRows } from './rows-calls';
import { pageRows } from './rows-pages';
import type { Target } from './world';

/** Who gets in where, and what the others get. A route that isn't placed here fails the test. */
export const matrix: Record<string, Row> = { ...callRows, ...byteRows, ...pageRows };

export const isPage = (key: string): boolean =>
  /^GET \/(app\/|\[|$)/.test(key) || key.startsWith('GET /api/doc');

export const methodOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** The address that a route's pattern stands for, in the target. */
export function addressOf(key: string, target: Target): string {
  const pattern = key.slice(key.indexOf(' ') + 1);
  return pattern
    .replace('[[...rest]]', 'nothing/of/ours')
    .replace('[...rest]', 'nothing/of/ours')
    .replace('[...nextauth]', 'session')
    .replace('{n}', '0')
    .replace('{name}', 'made.txt')
    .replace('{fileId}', fileIdIn(pattern, target))
    .replace('{recipientId}', 'nobody-knows-this')
    .replace('{id}', idIn(pattern, target));
}

function fileIdIn(pattern: string, { fileId, uploadId, deliveryUploadId }: Target): string {
  if (!pattern.includes('/tus/')) return fileId;
  return pattern.startsWith('/api/v2/alias/') ? deliveryUploadId : uploadId;
}

function idIn(pattern: string, target: Target): string {
  if (/^\/api\/v2\/open\/share|^\/app\/open/.test(pattern)) return target.linkId;
  if (/^\/api\/v2\/alias\//.test(pattern)) return target.deliveryId;
  if (/\/alias\/\{id\}|^\/app\/share\//.test(pattern)) return target.aliasId;
  if (/\/account\/\{id\}/.test(pattern)) return target.accountId;
  if (/\/settings\/session\//.test(pattern)) return target.sessionId;
  if (/\/settings\/token\//.test(pattern)) return target.tokenId;
  return /\/(oauth|invite)\//.test(pattern) ? 'nobody-knows-this' : target.shareId;
}

/** The request that a row's success takes, still without saying who asks. */
export function questionFor(key: string, target: Target): Question {
  const { headers = {}, body } = matrix[key] ?? {};
  const content = body?.(target);
  const text = typeof content === 'string' || content === undefined ? content : JSON.stringify(content);
  return {
    method: methodOf(key),
    path: addressOf(key, target),
    headers,
    ...(text !== undefined && { body: text }),
  };
}
