import { randomBytes } from 'node:crypto';
import { album } from '@/lib/contract/alias/album';
import { alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames } from '@/lib/contract/http/names';
import type { Scope } from '@/lib/contract/http/scope';
import { token as accessToken } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { type Api, api, holder, newAccount, onDatabase } from '@/testing/people/account';
import { upload, uploadHalf } from '@/testing/people/upload';
import { ask } from './ask';
import { aliasHeader, bearer, type Credential, type CredentialHeaders, token } from './credentials';

export type TargetIds = {
  shareId: string;
  linkId: string;
  fileId: string;
  uploadId: string;
  aliasId: string;
  /** By which admins name the alias. */
  aliasKey: string;
  /** An unpublished share that came through the alias, with an unfinished upload. */
  deliveryId: string;
  deliveryUploadId: string;
  accountId: string;
  sessionId: string;
  /** First part of an access token of the owner. */
  tokenId: string;
  passkeyId: string;
  /** Its only event has the same id. */
  webhookId: string;
};

export type GateWorld = {
  /** Occur in the target's names and bytes only. */
  marks: { title: string; file: string; alias: string; sender: string };
  bait: TargetIds;
  ownerId: string;
  ownerLogin: string;
  shown: (who: Credential, target?: TargetIds) => CredentialHeaders;
  standIn: (who: Credential) => Promise<CredentialHeaders>;
  newTarget: () => Promise<TargetIds>;
  newAlbum: () => Promise<TargetIds>;
};

const mark = (what: string) => `${what}-${randomBytes(8).toString('hex')}`;
export const half = 'half';

export async function makeWorld(): Promise<GateWorld> {
  const [owner, member, disabled, other, pending] = await Promise.all([
    newAccount(),
    newAccount(),
    newAccount(),
    newAccount(),
    newAccount(),
  ]);
  const admin = await newAccount({ admin: true });
  const apis = {
    owner: await api(owner),
    member: await api(member),
    other: await api(other),
    admin: await api(admin),
    disabled: await api(disabled),
    pending: await api(pending),
    expired: await api(owner),
    ended: await api(owner),
  };
  const marks = { title: mark('title'), file: mark('file'), alias: mark('alias'), sender: mark('sender') };
  const inbox = { validity: 3_600_000, enabled: true, members: [member.id, disabled.id] };
  const makeAlias = async (as: Api, over: object = {}) =>
    (await as.call(alias.create, { body: { name: marks.alias, ...inbox, ...over } })).id;
  const otherAlias = await makeAlias(apis.other, { name: 'Somebody else’s', members: [] });
  const offAlias = await makeAlias(apis.owner, { enabled: false });

  const newTarget = async (): Promise<TargetIds> => {
    const aliasId = await makeAlias(apis.owner);
    const form = { recipient: marks.alias, sender: { name: 'optional' as const } };
    await apis.owner.call(aliasForm.save, { params: { id: aliasId }, body: form });
    const body = { name: marks.title, maxViews: 1_000_000, sender: { name: marks.sender } };
    const { id: shareId } = await holder(aliasId).call(share.createThroughAlias, { body });
    const fileId = await upload(apis.owner, shareId, { name: `${marks.file}.txt`, content: marks.file });
    const uploadId = await uploadHalf(apis.owner, shareId, { name: `${marks.file}.bin`, content: half });
    const { id: linkId } = await apis.owner.call(share.publish, { params: { id: shareId } });
    const { id: deliveryId } = await holder(aliasId).call(share.createThroughAlias, { body });
    const deliveryUploadId = await uploadHalf(apis.owner, deliveryId, {
      name: `${marks.file}.bin`,
      content: half,
    });
    const account = await newAccount();
    await onDatabase((db) =>
      db.query('INSERT INTO "SecondFactor" ("accountId", secret, "lastStep") VALUES ($1, $1, 0)', [
        account.id,
      ]),
    );
    const delivery = { deliveryId, deliveryUploadId };
    return {
      shareId,
      linkId,
      fileId,
      uploadId,
      aliasId,
      aliasKey: await aliasKeyOf(aliasId),
      ...delivery,
      accountId: account.id,
      ...(await newKeys(owner.id)),
    };
  };
  const newAlbum = async (): Promise<TargetIds> => {
    const target = await newTarget();
    const { aliasId } = target;
    const { share: shareId } = await apis.owner.call(album.set, {
      params: { id: aliasId },
      body: { mode: 'open' },
    });
    if (!shareId) throw new Error('There is no album.');
    const fileId = await upload(apis.owner, shareId, { name: `${marks.file}.txt`, content: marks.file });
    const deliveryUploadId = await uploadHalf(apis.owner, shareId, {
      name: `${marks.file}.bin`,
      content: half,
    });
    const { publishInfo } = await apis.owner.call(share.get, { params: { id: shareId } });
    return {
      ...target,
      shareId,
      fileId,
      linkId: publishInfo?.id ?? '',
      deliveryId: aliasId,
      deliveryUploadId,
    };
  };
  const bait = await newTarget();
  const tokens = await makeTokens(apis);
  const challenge = await newChallenge();
  await Promise.all([apis.expired, apis.ended, apis.disabled].map((as) => warmCallerCache(as, bait)));
  const shutOut = { Disabled: disabled.id, Pending: pending.id };
  await endSessions({ expired: apis.expired, ended: apis.ended, shutOut, ownerId: owner.id });

  const of = ({ token: value }: Api) => token(value);
  const shown: Record<Credential, CredentialHeaders> = {
    signedOut: {},
    expired: of(apis.expired),
    ended: of(apis.ended),
    garbled: token(withChangedCharacter(apis.owner.token)),
    disabled: of(apis.disabled),
    pending: of(apis.pending),
    halfway: { ...token(challenge), cookie: `${cookieNames.auth}=${challenge}` },
    other: of(apis.other),
    member: of(apis.member),
    owner: of(apis.owner),
    elsewhere: { cookie: `${cookieNames.auth}=${apis.owner.token}`, 'sec-fetch-site': 'cross-site' },
    admin: of(apis.admin),
    alias: {},
    otherAlias: aliasHeader(otherAlias),
    offAlias: aliasHeader(offAlias),
    ...tokens,
  };
  const standIn = async (who: Credential) => {
    const as = await api(await newAccount({ admin: who === 'admin' }));
    return who === 'manageToken' ? bearer(await newToken(as, ['manage'])) : of(as);
  };
  return {
    marks,
    ownerId: owner.id,
    ownerLogin: owner.login,
    bait,
    shown: (who, { aliasId } = bait) => (who === 'alias' ? aliasHeader(aliasId) : shown[who]),
    standIn,
    newTarget,
    newAlbum,
  };
}

async function aliasKeyOf(aliasId: string): Promise<string> {
  const found = await onDatabase((db) => db.query('SELECT "adminKey" FROM "Alias" WHERE id = $1', [aliasId]));
  return found.rows[0].adminKey;
}

/** A session, an access token, a passkey and a webhook. */
async function newKeys(accountId: string) {
  const [sessionId, tokenId, passkeyId] = [mark('session'), mark('slw'), mark('passkey')];
  const webhookId = mark('webhook');
  await onDatabase(async (db) => {
    await db.query(
      `INSERT INTO "Session" (id, "accountId", "endsAt", "secretHash", name)
       VALUES ($1, $3, now() + '1 day', NULL, NULL), ($2, $3, now() + '1 day', 'of nothing', 'Old')`,
      [sessionId, tokenId, accountId],
    );
    await db.query(
      `INSERT INTO "Passkey" (id, "accountId", "credentialId", "rpId", "publicKey", counter, "deviceType", "backedUp", name)
       VALUES ($1, $2, $1, 'localhost', '', 0, 'singleDevice', false, 'Old')`,
      [passkeyId, accountId],
    );
    // Of an event that its owner never gets: nothing is sent, and the rows stay as they are.
    await db.query(
      `WITH made AS (
        INSERT INTO "Webhook" (id, "accountId", url, events, format, secret)
        VALUES ($1, $2, 'https://8.8.8.8/', '{report.created}', 'json', 'sealed under nothing') RETURNING id)
      INSERT INTO "WebhookDelivery" (id, "webhookId", event, data) SELECT id, id, 'test', '{}' FROM made`,
      [webhookId, accountId],
    );
  });
  return { sessionId, tokenId, passkeyId, webhookId };
}

const newToken = async (as: Api, scopes: Scope[]): Promise<string> => {
  const body = { name: 'Of the gate', scopes, validity: 3_600_000 };
  return (await as.call(accessToken.create, { body })).token ?? '';
};

async function newChallenge(): Promise<string> {
  const { id, login: account, password } = await newAccount({ admin: true });
  await onDatabase((db) =>
    db.query('INSERT INTO "SecondFactor" ("accountId", secret, "lastStep") VALUES ($1, $1, 0)', [id]),
  );
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ account, password });
  const { text } = await ask({ method: 'POST', path: auth.login.path, headers, body });
  return JSON.parse(text).challenge;
}

/** Created before any account is disabled; `expired` and `revoked` end at once. */
async function makeTokens({ owner, admin, disabled }: Record<'owner' | 'admin' | 'disabled', Api>) {
  const all: Scope[] = ['upload', 'read', 'manage'];
  const [expired, revoked] = [await newToken(owner, all), await newToken(owner, all)];
  const tokens = {
    uploadToken: bearer(await newToken(owner, ['upload'])),
    readToken: token(await newToken(owner, ['read'])),
    manageToken: bearer(await newToken(owner, ['manage'])),
    adminToken: token(await newToken(admin, ['admin'])),
    expiredToken: bearer(expired),
    revokedToken: token(revoked),
    truncatedToken: bearer((await newToken(owner, all)).slice(0, -1)),
    disabledToken: token(await newToken(disabled, all)),
  };
  await onDatabase((db) =>
    db.query(`UPDATE "Session" SET "endsAt" = now() - interval '1 second' WHERE id = $1`, [
      expired.slice(0, 16),
    ]),
  );
  await owner.call(accessToken.revoke, { params: { id: revoked.slice(0, 16) } });
  return tokens;
}

/** Changes a character in the middle: the last one may hold unused bits. */
function withChangedCharacter(text: string): string {
  const at = Math.floor(text.length / 2);
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

/** The file-serving process caches callers; sessions that end later must be refused all the same. */
async function warmCallerCache(as: Api, { shareId, fileId }: TargetIds): Promise<void> {
  const headers = token(as.token);
  const path = fillPath(bytePaths.ownFile, { id: shareId, fileId });
  const { status } = await ask({ method: 'GET', path, headers });
  if (status !== 200) throw new Error(`A file was answered with ${status}.`);
}

type Outdated = { expired: Api; ended: Api; shutOut: Record<string, string>; ownerId: string };

/** Expects three sessions of the owner in this order; ends the last two by expiry and by sign-out. */
async function endSessions({ ended, shutOut, ownerId }: Outdated): Promise<void> {
  await onDatabase(async (db) => {
    for (const [state, id] of Object.entries(shutOut))
      await db.query(`UPDATE "Account" SET state = $1::"AccountState" WHERE id = $2`, [state, id]);
    await db.query(
      `UPDATE "Session" SET "lastSeenAt" = now() - interval '400 days' WHERE id = (
         SELECT id FROM "Session" WHERE "accountId" = $1 AND address IS NOT NULL
         ORDER BY "createdAt" OFFSET 1 LIMIT 1)`,
      [ownerId],
    );
  });
  await ended.call(auth.logout, {});
}
