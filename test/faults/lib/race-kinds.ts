import { randomBytes } from 'node:crypto';
import { allAtOnce, ask, type GateReply } from '@/e2e/gate/ask';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { share } from '@/lib/contract/share/share';
import { signup } from '@/lib/contract/signup';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';

export const invitePassword = 'the password for invites';
export const viewers = 100;
export const views = 10;
export const newcomers = 20;
export const writers = 20;
export const fileBytes = 256 * 1024;
export const beginners = 12;
export const fitting = 5;

const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const newShare = async (owner: Api, maxViews: number): Promise<string> =>
  (await owner.call(share.create, { body: { name: 'Race', validity: 3_600_000, maxViews } })).id;

/** @returns how many of a hundred got in where ten may, and the number that the owner sees */
export async function viewRace(
  owner: Api,
): Promise<{ inside: number; others: Set<number>; counted: number }> {
  const id = await newShare(owner, views);
  const { id: linkId } = await owner.call(share.publish, { params: { id } });
  const replies = await atOnce(viewers, () =>
    ask({ method: 'GET', path: `/api/v2/open/share/${linkId}` }, { through: allAtOnce }),
  );
  const others = new Set(replies.map(({ status }) => status).filter((status) => status !== 200));
  const { publishInfo } = await owner.call(share.get, { params: { id } });
  return {
    inside: replies.filter(({ status }) => status === 200).length,
    others,
    counted: publishInfo?.views ?? 0,
  };
}

export async function inviteRace(boss: Api): Promise<number> {
  const { key } = await boss.call(signup.newInvite, { body: { password: invitePassword } });
  const path = signup.register.path;
  const replies = await atOnce(newcomers, () => {
    const login = `race-${randomBytes(6).toString('hex')}`;
    const body = JSON.stringify({ login, password: `${login} has one`, invite: key });
    return ask({ method: 'POST', path, body }, { through: allAtOnce });
  });
  return replies.filter(({ text }) => (JSON.parse(text) as { success: boolean }).success).length;
}

/**
 * Several clients write the same file, each with its own letter.
 * @returns the letters in the stored file
 */
export async function writeRace(
  owner: Api,
): Promise<{ letters: string; taken: number; replies: GateReply[] }> {
  const id = await newShare(owner, 1);
  const version = { ...owner.headers, 'tus-resumable': '1.0.0' };
  const begun = await ask({
    method: 'POST',
    path: fillPath(bytePaths.uploads, { id }),
    headers: { ...version, 'upload-length': fileBytes },
  });
  const path = new URL(String(begun.headers.location), 'http://any').pathname;
  const headers = {
    ...version,
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
  };
  const replies = await atOnce(writers, (n) =>
    ask(
      { method: 'PATCH', path, headers, body: String.fromCharCode(97 + n).repeat(fileBytes) },
      { through: allAtOnce },
    ),
  );
  const fileId = path.slice(path.lastIndexOf('/') + 1);
  const stored = await ask({
    method: 'GET',
    path: fillPath(bytePaths.ownFile, { id, fileId }),
    headers: owner.headers,
  });
  const letters = [...new Set(stored.text)].sort().join('');
  const isWhole = stored.text.length === fileBytes;
  return {
    letters: isWhole ? letters : `${letters} (${stored.text.length} bytes)`,
    taken: replies.filter(({ status }) => status === 204).length,
    replies,
  };
}

/**
 * Starts twelve uploads where five fit.
 * @returns the number accepted, and the owner's files
 */
export async function quotaRace(): Promise<{ taken: number; files: number }> {
  const account = await newAccount();
  await onDatabase((db) =>
    db.query('UPDATE "Account" SET "maxBytes" = $2 WHERE id = $1', [account.id, fitting * fileBytes]),
  );
  const owner = await api(account);
  const id = await newShare(owner, 1);
  const path = fillPath(bytePaths.uploads, { id });
  const headers = { ...owner.headers, 'tus-resumable': '1.0.0', 'upload-length': fileBytes };
  const replies = await atOnce(beginners, () =>
    ask({ method: 'POST', path, headers }, { through: allAtOnce }),
  );
  const { files } = await owner.call(share.get, { params: { id } });
  return { taken: replies.filter(({ status }) => status === 201).length, files: files.length };
}
