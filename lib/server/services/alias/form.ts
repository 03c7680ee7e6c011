import 'server-only';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { AppError } from '@/lib/contract/errors';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import { isLanguage } from '@/lib/i18n/locales';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockOwnedAlias, visibleTo } from '@/lib/server/services/access/alias';
import { mergedChange } from '@/lib/server/services/changed';
import { formOf, formRow } from '@/lib/server/services/delivery/form-row';
import { decode } from '@/lib/server/thumbnails/decode';

const withLogo = { form: { include: { logo: true } } } as const satisfies Prisma.AliasSelect;

/** Null means the alias takes files without a form. @throws alias.notFound */
export async function getForm(
  { db, viewer }: UserContext,
  { aliasId }: { aliasId: string },
): Promise<{ form: AliasForm | null }> {
  const where = { AND: [{ id: aliasId }, visibleTo(viewer)] };
  const alias = await db.alias.findFirst({ where, select: withLogo });
  if (!alias) throw new AppError('alias.notFound');
  const { form } = alias;
  return { form: form && { ...formOf(form), logo: logoOf(form) } };
}

/**
 * @param was the form the caller has read, without the logo
 * @throws alias.notFound, alias.notOwner, request.changed, request.invalid for an unknown language or an unreadable logo
 */
export async function saveForm(
  ctx: UserContext,
  {
    aliasId,
    logo,
    was,
    ...form
  }: AliasForm & { aliasId: string; was?: Record<string, unknown> | null | undefined },
): Promise<void> {
  if (form.language !== null && !isLanguage(form.language)) {
    throw new AppError('request.invalid', { field: 'language', reason: 'unsupported' });
  }
  const known = await ctx.db.alias.findFirst({
    where: { id: aliasId, ownerId: ctx.viewer.id },
    select: withLogo,
  });
  // Decoding is slow, so it happens outside the transaction and only for the owner.
  const picture = known && (await convertLogo(ctx, { upload: logo, stored: logoOf(known.form) }));
  await changeForm(ctx, aliasId, async (tx) => {
    const row = formRow(was ? await mergedForm(tx, { aliasId, form, was }) : form);
    await tx.aliasForm.upsert({ where: { aliasId }, create: { ...row, aliasId }, update: row });
    await writeLogo(tx, aliasId, picture);
  });
}

type FormMerge = { aliasId: string; form: InboxForm; was: Record<string, unknown> };

const withoutLogo = ({ logo: _, ...form }: AliasForm): InboxForm => form;

/** Validates the merged form: two changes that are valid alone may contradict each other. */
async function mergedForm(
  tx: Prisma.TransactionClient,
  { aliasId, form, was }: FormMerge,
): Promise<InboxForm> {
  const row = await tx.aliasForm.findUnique({ where: { aliasId } });
  const now = row ? formOf(row) : withoutLogo(AliasForm.parse({}));
  return withoutLogo(AliasForm.parse(mergedChange(form, was, now)));
}

/** @throws alias.notFound, alias.notOwner */
export const removeForm = (ctx: UserContext, { aliasId }: { aliasId: string }): Promise<void> =>
  changeForm(ctx, aliasId, async (tx) => {
    await tx.aliasForm.deleteMany({ where: { aliasId } });
  });

const changeForm = (
  ctx: UserContext,
  aliasId: string,
  write: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> =>
  ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    await write(tx);
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    await record(ctx, { event: 'alias.modify', object, details: { form: true } }, tx);
  });

/** A decoder may take 500 MB. */
const turns = new FairTurns({ running: 1, waiting: 8 });

export const logoOf = (form: { logo: { webp: Uint8Array } | null } | null): string | null =>
  form?.logo ? base64Of(form.logo.webp) : null;

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/**
 * Reduces an owner's picture to a small one without metadata. A logo that is stored already stays as it is.
 * @throws request.invalid naming `logo` for an unreadable picture, server.unavailable when too many pictures wait
 */
async function convertLogo(
  { viewer }: UserContext,
  { upload, stored }: { upload: string | null; stored: string | null },
): Promise<Buffer | null> {
  if (upload === null) return null;
  const bytes = Buffer.from(upload, 'base64');
  if (upload === stored) return bytes;
  const decoded = await turns.run(viewer.id, () => decode([bytes]));
  if (typeof decoded === 'object') return decoded.small;
  throw new AppError('request.invalid', { field: 'logo', reason: 'notAPicture' });
}

async function writeLogo(
  tx: Prisma.TransactionClient,
  aliasId: string,
  picture: Buffer | null,
): Promise<void> {
  if (!picture) return void (await tx.aliasLogo.deleteMany({ where: { aliasId } }));
  const webp = Uint8Array.from(picture);
  await tx.aliasLogo.upsert({ where: { aliasId }, create: { aliasId, webp }, update: { webp } });
}
