import 'server-only';
import { createFormatter, createTranslator } from 'use-intl/core';
import { type FileKind, type KindCounts, kindTexts } from '@/lib/domain/file-kinds';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { displayZone } from '@/lib/domain/time/time-zone';
import { type TitleWords, titleOf, writtenTitle } from '@/lib/domain/title';
import { readUserAgent } from '@/lib/domain/user-agent';
import { type Locale, tagOf } from '@/lib/i18n/locales';
import { titleWords } from '@/lib/i18n/title-words';
import { messagesOf, translator } from '@/lib/i18n/translator';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { saidSelect, senderTitle } from '@/lib/server/services/delivery/search';
import { firstFileName } from '@/lib/server/services/file/stored-file';

export const titleSelect = {
  id: true,
  name: true,
  description: true,
  createdAt: true,
  fileCount: true,
  aliasId: true,
  alias: { select: { name: true } },
  delivery: { select: { ...saidSelect, number: true } },
} as const satisfies Prisma.ShareSelect;

type MailTitleShare = Prisma.ShareGetPayload<{ select: typeof titleSelect }>;

export async function mailTitle(
  { db }: Context,
  share: MailTitleShare,
  { language, timezone }: { language: Locale; timezone: string },
): Promise<string> {
  const { id, alias, createdAt, fileCount: files, delivery } = share;
  const written = writtenTitle(share);
  const title = senderTitle(delivery, written) ?? written;
  const firstFile = title === null && files > 0 ? await firstFileName(db, id) : null;
  const words = titleWordsIn(language, timezone);
  if (title === null && firstFile === null && delivery && delivery.number > 0)
    return translator(language)('deliveries.numbered', { number: String(delivery.number) });
  return titleOf(
    { id, title, firstFile, files, alias: alias?.name ?? null, created: createdAt.getTime() },
    words,
  );
}

export function titleWordsIn(language: Locale, timeZone: string): TitleWords {
  const locale = tagOf(language);
  const t = createTranslator({ locale, messages: messagesOf(language), namespace: 'files' });
  return titleWords(t, createFormatter({ locale, timeZone }));
}

/** "63 photos, 2 documents"; "" for nothing. */
export function kindsText(language: Locale, counts: KindCounts | undefined): string {
  const t = translator(language);
  const words = (kind: FileKind, count: number) =>
    kind === 'others' ? t('mail.files', { files: count }) : t(`files.kinds.${kind}`, { count });
  return counts ? kindTexts(counts, words).join(', ') : '';
}

/** "Firefox on Linux"; "" for a program that nobody knows. */
export function clientWords(language: Locale, userAgent: string | null): string {
  const { browser, system } = readUserAgent(userAgent);
  if (!browser || !system) return browser ?? system ?? '';
  const t = createTranslator({
    locale: tagOf(language),
    messages: messagesOf(language),
    namespace: 'session',
  });
  return t('name', { browser, system });
}

export function mailMoment(
  { config }: Pick<Context, 'config'>,
  at: Date | number,
  { language, timezone }: { language: Locale; timezone: string | null },
): string {
  const timeZone = displayZone(timezone, { device: undefined, fallback: config.DEFAULT_TIMEZONE });
  return new Intl.DateTimeFormat(tagOf(language), { ...zonedDateTimeFormat, timeZone }).format(at);
}

const twoDaysMs = 2 * 24 * 3_600_000;

/** Returns "Friday, 4 December"; with its time if that is less than two days away. */
export function mailDay(
  ctx: Pick<Context, 'config' | 'now'>,
  at: Date,
  reader: { language: Locale; timezone: string },
): string {
  if (at.getTime() - ctx.now.getTime() < twoDaysMs) return mailMoment(ctx, at, reader);
  const isThisYear = at.getUTCFullYear() === ctx.now.getUTCFullYear();
  const day = new Intl.DateTimeFormat(tagOf(reader.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: reader.timezone,
  }).format(at);
  return day.replace(/^(\p{L}+day) /u, '$1, '); // English has this comma in some versions of ICU only
}
