// A share with two files, one of them in a folder, and its archives: the owner's and the one behind its link.
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { api, newAccount } from '@/testing/people/account';
import { upload } from '@/testing/people/upload';
import { running } from '@/testing/server/running';

export const dayMs = 24 * 3600 * 1000;
type ZipShareOptions = { name?: string | null; description?: string; password?: string; maxViews?: number };

export async function shareWithFiles(over: ZipShareOptions = {}) {
  const account = await newAccount();
  const owner = await api(account);
  const properties = { name: 'Summer', validity: dayMs, maxViews: 9, ...over };
  const { id } = await owner.call(share.create, { body: properties });
  const first = await upload(owner, id, { name: 'a.txt', content: 'first' });
  const second = await upload(owner, id, { name: 'b.txt', content: 'second', folder: 'days/one' });
  return { account, owner, id, first, second, own: fillPath(bytePaths.ownZip, { id }) };
}

export async function published(over: ZipShareOptions = {}) {
  const made = await shareWithFiles(over);
  const { id: linkId } = await made.owner.call(share.publish, { params: { id: made.id } });
  const visit = (headers: Record<string, string> = {}) =>
    raw('GET', `/api/v2/open/share/${linkId}`, { headers });
  return { ...made, linkId, visit, open: fillPath(bytePaths.openZip, { id: linkId }) };
}

export const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(running().url + url, { method, headers, redirect: 'manual' });

export async function bytesFrom(url: string, headers: Record<string, string> = {}) {
  const answer = await get(url, headers);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}
