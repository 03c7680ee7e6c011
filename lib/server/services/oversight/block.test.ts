import { describe, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { addToAlbum, letVisitorsAdd, setAlbum } from '@/lib/server/services/album/album';
import { saveForm } from '@/lib/server/services/alias/form';
import { setInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { handOverAliases } from '@/lib/server/services/alias/move-shares';
import { peekAlias } from '@/lib/server/services/alias/peek';
import { createAlias, modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { selectInboxFiles } from '@/lib/server/services/delivery/inbox-files';
import { getReceipt } from '@/lib/server/services/delivery/receipt';
import { createEndToken, decideEnding } from '@/lib/server/services/ending/decide';
import { sendMail } from '@/lib/server/services/mail/send';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { openFiles } from '@/lib/server/services/open/open-files';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';
import { addRecipients } from '@/lib/server/services/recipient/add';
import { setOnlyRecipients, withdrawRecipient } from '@/lib/server/services/recipient/recipients';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { clearLinkWords, setLinkWords } from '@/lib/server/services/share/link-words';
import { ownFile, ownSelection } from '@/lib/server/services/share/own-files';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeFile, removeShare } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { createUpload } from '@/lib/server/services/upload/create';
import { takeLease } from '@/lib/server/services/upload/lease';
import {
  draftShare,
  intoShare,
  newAliasPass,
  openContext,
  ownAlias,
  userContext,
} from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { allowAlias, blockAlias, removeBlockedAlias } from './block-alias';
import { allowShare, blockShare, removeBlockedShare } from './block-share';

const post = mailServer();
const reason = 'Malware';
const noProof = { password: null, passwordCookie: null, visitCookie: null };
const admin = await userContext({ admin: true });

/** A share of an inbox with a member, a file and an open link. */
async function published(over: Partial<Context> = {}) {
  const [owner, member] = [await userContext(over), await userContext(over)];
  const alias = await ownAlias(owner, { members: [member.viewer.id] });
  const { id: shareId } = await draftShare(owner, { maxViews: 100, validityMs: 4 * 3_600_000 });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  const file = {
    shareId,
    name: 'a',
    sizeBytes: 7,
    storedBytes: 7,
    mimeType: 'text/plain',
    crc32: '00000000',
  };
  const { id: fileId } = await owner.db.file.create({
    data: { ...file, id: owner.newId(), state: 'complete' },
  });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  return { owner, member, alias, shareId, fileId, linkId };
}

type BlockedThings = Awaited<ReturnType<typeof published>>;
type BlockedAction = (ctx: UserContext, subject: BlockedThings) => Promise<unknown>;

const signedIn = Prisma.sql`true`;
const newFile = { name: 'b', path: '', mimeType: 'text/plain', sizeBytes: 1 };

const refused: Record<string, [code: string, BlockedAction]> = {
  'publish it': ['share.blocked', (ctx, { shareId }) => publishShare(ctx, { shareId, reuseId: true })],
  'make a new link': ['share.blocked', (ctx, { shareId }) => publishShare(ctx, { shareId, reuseId: false })],
  'reserve a link': [
    'share.blocked',
    (ctx, { shareId }) => publishShare(ctx, { shareId, reuseId: true, waits: true }),
  ],
  'choose its words': [
    'share.blocked',
    (ctx, { shareId }) => setLinkWords(ctx, { shareId, words: `words-${shareId}`.toLowerCase() }),
  ],
  'take its words away': ['share.blocked', (ctx, { shareId }) => clearLinkWords(ctx, { shareId })],
  'rename it': ['share.blocked', (ctx, { shareId }) => setShareField(ctx, shareId, { name: 'Other' })],
  'lift its password': [
    'share.blocked',
    (ctx, { shareId }) => setShareField(ctx, shareId, { password: null }),
  ],
  'prolong it': ['share.blocked', (ctx, { shareId }) => setShareField(ctx, shareId, { validity: 5_000 })],
  'let visitors add': ['share.blocked', (ctx, { shareId }) => letVisitorsAdd(ctx, { shareId, value: true })],
  'mail its link': [
    'share.blocked',
    (ctx, { shareId: share }) =>
      sendMail(ctx, { share, recipients: [], subject: '', body: '', languages: [] }),
  ],
  'add a file': [
    'share.blocked',
    (ctx, { shareId }) =>
      createUpload(ctx, { id: ctx.newId(), destination: intoShare(ctx, shareId), file: newFile }),
  ],
  'go on with an upload': [
    'share.blocked',
    (ctx, { shareId, fileId }) =>
      takeLease(ctx, { fileId, node: 'node', destination: intoShare(ctx, shareId) }),
  ],
};

const ownersAlone: Record<string, [code: string, BlockedAction]> = {
  'limit it to recipients': [
    'share.blocked',
    (ctx, { shareId }) => setOnlyRecipients(ctx, { shareId, only: false }),
  ],
  'add recipients': [
    'share.blocked',
    (ctx, { shareId }) => addRecipients(ctx, { shareId, to: ['ada@example.org'], languages: [] }),
  ],
};

const allowed: Record<string, BlockedAction> = {
  'see it': (ctx, { shareId }) => getShare(ctx, { shareId }),
  'withdraw its link': (ctx, { shareId }) => unpublishShare(ctx, { shareId }),
  'delete its file': (ctx, { shareId, fileId }) => removeFile(ctx, { shareId, fileId }),
  'delete it': (ctx, { shareId }) => removeShare(ctx, { shareId }),
};

describe('who owns what is taken down', () => {
  test.each(Object.entries({ ...refused, ...ownersAlone }))('can’t %s', async (_, [code, deed]) => {
    const subject = await published(post.over());
    const email = 'owner@example.org';
    await subject.owner.db.account.update({ where: { id: subject.owner.viewer.id }, data: { email } });
    await blockShare(admin, { ...subject, reason });
    await expect(deed(subject.owner, subject)).rejects.toMatchObject({ code });
  });

  test.each(Object.entries(refused))(
    'and as a member of its inbox can’t %s either',
    async (_, [code, deed]) => {
      const subject = await published(post.over());
      await blockShare(admin, { ...subject, reason });
      await expect(deed(subject.member, subject)).rejects.toMatchObject({ code });
    },
  );

  test.each(Object.entries(allowed))('can %s', async (_, deed) => {
    const subject = await published();
    await blockShare(admin, { ...subject, reason });
    await expect(deed(subject.owner, subject)).resolves.not.toThrow();
  });

  test('can’t put its files into an album, nor others into an album that is taken down', async () => {
    const subject = await published();
    const { owner, alias, shareId } = subject;
    const { share: albumId } = await setAlbum(owner, { aliasId: alias.id, mode: 'open' });
    await blockShare(admin, { shareId, reason });
    await expect(addToAlbum(owner, { shareId })).rejects.toMatchObject({ code: 'share.blocked' });
    await allowShare(admin, { shareId });
    await blockShare(admin, { shareId: albumId ?? '', reason });
    await expect(addToAlbum(owner, { shareId })).rejects.toMatchObject({ code: 'share.blocked' });
    expect(await peekAlias(openContext(), alias.id)).toEqual({ state: 'off' });
  });

  test('gets its files, which members of the inbox no longer do', async () => {
    const subject = await published();
    const { shareId, fileId, alias } = subject;
    await blockShare(admin, { shareId, reason });
    const all = { shareId, fileIds: [], folders: [], exceptIds: [], exceptFolders: [] };
    const ways = (ctx: UserContext) => [
      ownFile(ctx, { shareId, fileId }, signedIn),
      ownSelection(ctx, all).then(({ files }) => expect(files).toHaveLength(1)),
      selectInboxFiles(ctx, alias.id).then(({ selection }) => expect(selection.files).toHaveLength(1)),
    ];
    for (const way of ways(subject.owner)) await expect(way).resolves.not.toThrow();
    for (const way of await Promise.allSettled(ways(subject.member))) expect(way.status).toBe('rejected');
  });

  test('can’t prolong its link by the mail that told of the end', async () => {
    const { owner, shareId } = await published();
    const { publishUntil } = await owner.db.publication.findUniqueOrThrow({ where: { shareId } });
    const token = await createEndToken(owner, { shareId, until: publishUntil });
    await blockShare(admin, { shareId, reason });
    await expect(decideEnding(owner, { token, extend: true })).rejects.toMatchObject({ code: 'ending.over' });
  });
});

test('visitors find nothing, also in the middle of a visit and by a recipient’s link, until it is allowed', async () => {
  const { owner, shareId, linkId } = await published();
  const visitor = openContext({ now: owner.now });
  const recipient = { shareId, address: 'bob@example.org', key: 'bob@example.org', language: 'en' };
  const own = await owner.db.recipient.create({
    data: { ...recipient, id: owner.newId(), linkId: owner.newId() },
  });
  const { pass } = await openShare(visitor, linkId, noProof, 0);
  const visiting = { ...noProof, visitCookie: pass?.visit ?? null };
  const page = { path: '', from: undefined, until: undefined };
  await blockShare(admin, { shareId, reason });
  for (const id of [linkId, own.linkId]) {
    await expect(openShare(visitor, id, visiting, 0)).rejects.toMatchObject({ code: 'open.notFound' });
    await expect(openFiles(visitor, { linkId: id, ...page }, visiting)).rejects.toMatchObject({
      code: 'open.notFound',
    });
    expect(await peekShare(visitor, id, visiting.visitCookie)).toBe('gone');
  }
  await withdrawRecipient(owner, { shareId, recipientId: own.id });
  await allowShare(admin, { shareId });
  await expect(openFiles(visitor, { linkId, ...page }, visiting)).resolves.toBeDefined();
  await expect(openShare(visitor, own.linkId, noProof, 0)).rejects.toMatchObject({ code: 'open.notFound' });
});

test('the receipt of a delivery that is taken down says no more', async () => {
  const { owner, alias } = await published();
  const pass = await newAliasPass(owner, alias.id);
  const { id: shareId, receipt } = await createShareThroughAlias(pass, {
    maxViews: 1,
    sender: null,
    answers: null,
  });
  await expect(getReceipt(openContext(), { token: receipt })).resolves.toBeDefined();
  await blockShare(admin, { shareId, reason });
  await expect(getReceipt(openContext(), { token: receipt })).rejects.toMatchObject({
    code: 'receipt.notFound',
  });
});

describe('an inbox that is taken down', () => {
  const change = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  async function blocked() {
    const subject = await published();
    const { adminKey } = await subject.owner.db.alias.findUniqueOrThrow({ where: { id: subject.alias.id } });
    await blockAlias(admin, { adminKey, reason });
    return { ...subject, aliasId: subject.alias.id, adminKey };
  }

  test('takes nothing, until it is allowed', async () => {
    const { owner, aliasId, adminKey } = await blocked();
    expect(await peekAlias(openContext(), aliasId)).toEqual({ state: 'off' });
    await expect(newAliasPass(owner, aliasId)).rejects.toMatchObject({ code: 'alias.notUsable' });
    await allowAlias(admin, { adminKey });
    await expect(newAliasPass(owner, aliasId)).resolves.toBeDefined();
  });

  test.each<[string, (ctx: UserContext, aliasId: string) => Promise<unknown>]>([
    ['change it', (ctx, aliasId) => modifyAlias(ctx, { ...change, aliasId })],
    ['move it to another id', (ctx, aliasId) => modifyAlias(ctx, { ...change, aliasId, id: ctx.newId() })],
    ['set its password', (ctx, aliasId) => setInboxPassword(ctx, { aliasId, value: 'x' })],
    ['change its form', (ctx, aliasId) => saveForm(ctx, { ...AliasForm.parse({}), aliasId })],
    ['give it an album', (ctx, aliasId) => setAlbum(ctx, { aliasId, mode: 'open' })],
  ])('lets its owner not %s', async (_, deed) => {
    const { owner, aliasId } = await blocked();
    await expect(deed(owner, aliasId)).rejects.toMatchObject({ code: 'alias.blocked' });
  });

  test('can be deleted, and its id is nobody’s then, in any case and after a handover', async () => {
    const { owner, member, aliasId } = await blocked();
    const { from, to } = { from: owner.viewer.id, to: member.viewer.id };
    await owner.db.$transaction((tx) => handOverAliases(tx, { from, to }));
    await expect(newAliasPass(member, aliasId)).rejects.toMatchObject({ code: 'alias.notUsable' });
    await removeAlias(member, { aliasId });
    for (const id of [aliasId, aliasId.toUpperCase()])
      await expect(createAlias(member, { ...change, id })).rejects.toMatchObject({ code: 'alias.idTaken' });
  });

  test('has nothing to be allowed once it is', async () => {
    const { adminKey } = await blocked();
    await allowAlias(admin, { adminKey });
    await expect(allowAlias(admin, { adminKey })).rejects.toMatchObject({ code: 'oversight.notBlocked' });
  });

  test('is deleted by an admin only while it is taken down', async () => {
    const { owner, aliasId, adminKey } = await blocked();
    await allowAlias(admin, { adminKey });
    await expect(removeBlockedAlias(admin, { adminKey })).rejects.toMatchObject({
      code: 'oversight.notBlocked',
    });
    await blockAlias(admin, { adminKey, reason });
    await removeBlockedAlias(admin, { adminKey });
    expect(await owner.db.alias.count({ where: { id: aliasId } })).toBe(0);
  });
});

test('a share is deleted by an admin only while it is taken down; there is nothing to allow otherwise', async () => {
  const { owner, shareId } = await published();
  for (const deed of [removeBlockedShare, allowShare])
    await expect(deed(admin, { shareId })).rejects.toMatchObject({ code: 'oversight.notBlocked' });
  await blockShare(admin, { shareId, reason });
  await removeBlockedShare(admin, { shareId });
  expect(await owner.db.share.count({ where: { id: shareId } })).toBe(0);
});

test('the owner is mailed why, and when it is allowed again; what was undone meanwhile is not told', async () => {
  const mailing = post.over();
  const { owner, shareId, alias } = await published(mailing);
  const { id } = owner.viewer;
  await owner.db.account.update({ where: { id }, data: { email: `${id}@example.org`, language: 'de' } });
  await owner.db.share.update({ where: { id: shareId }, data: { name: 'Plans' } });
  const by = { ...admin, ...mailing };
  const mails = async () => {
    await sendNotices({ ...by, now: new Date() });
    return post.sink.for(`${id}@example.org`).map(({ email }) => email.subject);
  };
  await blockShare(by, { shareId, reason });
  expect(await mails()).toEqual(['„Plans“ wurde gesperrt']);
  expect(post.sink.for(`${id}@example.org`)[0]?.email.text).toContain(`Grund:\n${reason}`);
  await allowShare(by, { shareId });
  await blockAlias(by, { adminKey: alias.adminKey, reason });
  expect((await mails()).slice(1).sort()).toEqual([
    '„Inbox“ wurde gesperrt',
    '„Plans“ ist wieder freigegeben',
  ]);
  await blockShare(by, { shareId, reason });
  await allowShare(by, { shareId });
  expect((await mails()).slice(3)).toEqual(['„Plans“ ist wieder freigegeben']);
});
