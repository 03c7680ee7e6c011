import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { shortened } from '@/lib/domain/pasted/plain-text';
import { noteBelowTitle, shareTitle, titleOf } from '@/lib/domain/title';
import { shortBytes } from '@/lib/domain/units';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { translator } from '@/lib/i18n/translator';
import type { Context } from '@/lib/server/context';
import type { Share } from '@/lib/server/db/generated/client';
import type { MailPicture } from '@/lib/server/mail/mailer';
import { firstFileName } from '@/lib/server/services/file/stored-file';
import { arrivedTotal } from '@/lib/server/services/file/totals';
import { kindsText, titleWordsIn } from '@/lib/server/services/mail/wording';
import { authorizeLink } from '@/lib/server/services/open/gate';
import { picturesOf } from './pictures';

type MailPreview = {
  title: string;
  files: string;
  size: string;
  note: string;
  /** Of a sealed share, as no mail carries its key. */
  keyNote: string;
  pictures: MailPicture[];
};

export const emptyPreview: MailPreview = {
  title: '',
  files: '',
  size: '',
  note: '',
  keyNote: '',
  pictures: [],
};

/** Leaves room for "(63 files)" in the subject. */
const maxTitle = 120;
const maxNote = 2_000;

/**
 * Returns what a mail may show of a share: nothing unless its link opens for whoever has it, because more people read a
 * mail than may open the share.
 */
export async function previewOf(
  ctx: Context,
  { share, linkId }: { share: Share; linkId: string },
  reader: { language: Locale; timezone: string },
): Promise<MailPreview> {
  if (share.e2ee !== null) return { ...emptyPreview, keyNote: translator(reader.language)('mail.sealed') };
  if (!(await isOpenToAnyone(ctx, linkId))) return emptyPreview;
  const { id, name, description, aliasId } = share;
  const { files, size, kinds } = await arrivedTotal(ctx.db, id);
  const firstFile = await firstFileName(ctx.db, id, { onlyArrived: true });
  // The count follows the title, so a first file stands for all.
  const facts = { id, firstFile, files: Math.min(files, 1), alias: null, created: share.createdAt.getTime() };
  const title = titleOf(
    { ...facts, title: shareTitle(description, name) },
    titleWordsIn(reader.language, reader.timezone),
  );
  return {
    title: files === 0 && shareTitle(description, name) === null ? '' : shortened(title, maxTitle),
    files: files === 0 ? '' : kindsText(reader.language, kinds),
    size: shortBytes(size, tagOf(reader.language)),
    // Of a delivery somebody else wrote it.
    note: aliasId === null ? shortened(plainNote(description), maxNote) : '',
    keyNote: '',
    pictures: await picturesOf(ctx, share),
  };
}

const noProof = { password: null, passwordCookie: null, visitCookie: null };

async function isOpenToAnyone(ctx: Context, linkId: string): Promise<boolean> {
  try {
    await authorizeLink(ctx, linkId, noProof);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The note without its heading and most Markdown signs; "" if it is a template. */
function plainNote(description: string | null): string {
  const note = noteBelowTitle(description).slice(0, 2 * maxNote);
  return note.includes('{{')
    ? ''
    : note
        .replace(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
        .replace(/\*\*|__|`/g, '')
        .trim();
}
