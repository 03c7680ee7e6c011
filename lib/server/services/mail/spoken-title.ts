import 'server-only';
import { titleOf, writtenTitle } from '@/lib/domain/title';
import type { Locale } from '@/lib/i18n/locales';
import { titleWordsIn } from '@/lib/i18n/title-words-in';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { firstFileOf } from '@/lib/server/services/file/first-file';

/** What must be known of a share to speak of it. */
export const spokenOf = {
  id: true,
  name: true,
  description: true,
  createdAt: true,
  fileCount: true,
  aliasId: true,
  alias: { select: { name: true } },
} as const satisfies Prisma.ShareSelect;

type Spoken = Prisma.ShareGetPayload<{ select: typeof spokenOf }>;
type Reader = { language: Locale; timezone: string };

/** What a share is called to its owner where no page says it: by the one rule of the lists, in the reader's language. */
export async function spokenTitle(
  { db }: Context,
  share: Spoken,
  { language, timezone }: Reader,
): Promise<string> {
  const { id, aliasId, alias, createdAt, fileCount: files } = share;
  const title = writtenTitle({ ...share, isReceived: aliasId !== null, files });
  const firstFile = title === null && alias === null ? await firstFileOf(db, id) : null;
  const words = titleWordsIn(language, timezone);
  return titleOf(
    { id, title, firstFile, files, alias: alias?.name ?? null, created: createdAt.getTime() },
    words,
  );
}
