import argon2 from 'argon2';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';
import { upload } from '@/testing/people/upload';
import { ask } from './ask';

/** A published share with an owner of its own, so that tests may disable the account. */
export type Link = {
  owner: Api;
  ownerId: string;
  shareId: string;
  linkId: string;
  fileId: string;
};

export type LinkMarks = { title: string; file: string };

export const rightPassword = 'open sesame';

type LinkOptions = { isLocked?: boolean; maxViews?: number };

export async function newLink(
  marks: LinkMarks,
  { isLocked = false, maxViews = 1_000_000 }: LinkOptions = {},
): Promise<Link> {
  const account = await newAccount();
  const owner = await api(account);
  const body = { name: marks.title, validity: 3_600_000, maxViews };
  const { id: shareId } = await owner.call(share.create, { body });
  const fileId = await upload(owner, shareId, { name: `${marks.file}.jpg`, content: marks.file });
  await takeForPicture(fileId, marks.file.length);
  const { id: linkId } = await owner.call(share.publish, { params: { id: shareId } });
  const link = { owner, ownerId: account.id, shareId, linkId, fileId };
  if (isLocked) await lock(link, rightPassword);
  return link;
}

/** The file doubles as its thumbnail, so that a leaked thumbnail shows the file's mark. */
const takeForPicture = (fileId: string, sizeBytes: number) =>
  sql(
    `INSERT INTO "Thumbnail" ("fileId", "smallId", "smallBytes", "largeId", "largeBytes", "keptIn")
     VALUES ($1, $1, $2, $1, $2, 'disk') ON CONFLICT ("fileId") DO UPDATE
     SET "smallId" = $1, "smallBytes" = $2, "largeId" = $1, "largeBytes" = $2`,
    [fileId, sizeBytes],
  );

/** Uses a cheap hash, because its cost doesn't matter here. */
async function lock({ shareId }: Link, password: string): Promise<void> {
  const hash = await argon2.hash(password, { memoryCost: 1024, timeCost: 2, parallelism: 1 });
  await sql('UPDATE "Share" SET "passwordHash" = $2 WHERE id = $1', [shareId, hash]);
}

export const sql = (text: string, values: unknown[]) => onDatabase((db) => db.query(text, values));

export const withPassword = (password: string) => ({
  [headerNames.password]: encodeURIComponent(password),
});

export async function visitOf({ linkId }: Link, headers: Record<string, string> = {}): Promise<string> {
  const { headers: answer } = await ask({ method: 'GET', path: `/api/v2/open/share/${linkId}`, headers });
  const cookies = (answer['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');
  return [...new Set(cookies)].join('; ');
}

export const passwordCookieOf = (cookies: string): string =>
  cookies
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${cookieNames.password}=`))
    .join('; ');
