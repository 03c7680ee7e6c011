import type { GateRequest } from './ask';
import type { MatrixRow } from './row';
import { byteRows } from './rows-bytes';
import { callRows } from './rows-calls';
import { pageRows } from './rows-pages';
import type { TargetIds } from './world';

/** Access rules of all routes. A route without a row fails the test. */
export const matrix: Record<string, MatrixRow> = { ...callRows, ...byteRows, ...pageRows };

export const isPage = (key: string): boolean =>
  /^GET \/(app\/|\[|$)/.test(key) || key.startsWith('GET /api/doc');

export const methodOf = (key: string): string => key.slice(0, key.indexOf(' '));

export function addressOf(key: string, target: TargetIds): string {
  const pattern = key.slice(key.indexOf(' ') + 1);
  return pattern
    .replace('[[...rest]]', 'nothing/of/ours')
    .replace('[...rest]', 'nothing/of/ours')
    .replace('[...nextauth]', 'session')
    .replace('{n}', '0')
    .replace('{page}', 'imprint')
    .replace('{topic}', 'share')
    .replace('{room}', 'limits')
    .replace('{subject}', 'mail')
    .replace('{name}', 'made.txt')
    .replace('{fileId}', fileIdIn(pattern, target))
    .replace('{recipientId}', 'nobody-knows-this')
    .replace('{account}', 'nobody-knows-this')
    .replace('{id}', idIn(pattern, target));
}

function fileIdIn(pattern: string, { fileId, uploadId, deliveryUploadId }: TargetIds): string {
  if (!pattern.includes('/tus/')) return fileId;
  return pattern.startsWith('/api/v2/alias/') ? deliveryUploadId : uploadId;
}

function idIn(pattern: string, target: TargetIds): string {
  if (/^\/api\/v2\/open\/share|^\/app\/open/.test(pattern)) return target.linkId;
  if (/^\/api\/v2\/alias\//.test(pattern)) return target.deliveryId;
  if (/^\/api\/v2\/admin\/alias\/|\/oversight\/inboxes\//.test(pattern)) return target.aliasKey;
  if (/\/alias\/\{id\}|^\/app\/share\//.test(pattern)) return target.aliasId;
  if (/\/(account|name)\/\{id\}/.test(pattern)) return target.accountId;
  if (/\/settings\/session\//.test(pattern)) return target.sessionId;
  if (/\/settings\/token\//.test(pattern)) return target.tokenId;
  if (/\/settings\/passkey\//.test(pattern)) return target.passkeyId;
  if (/\/settings\/webhook\//.test(pattern)) return target.webhookId;
  return /\/(oauth|invite)\//.test(pattern) ? 'nobody-knows-this' : target.shareId;
}

export function requestFor(key: string, target: TargetIds): GateRequest {
  const { headers = {}, body } = matrix[key] ?? {};
  const content = body?.(idIn(key.slice(key.indexOf(' ') + 1), target));
  const text = typeof content === 'string' || content === undefined ? content : JSON.stringify(content);
  return {
    method: methodOf(key),
    path: addressOf(key, target),
    headers,
    ...(text !== undefined && { body: text }),
  };
}
