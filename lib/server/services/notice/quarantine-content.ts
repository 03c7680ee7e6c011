import 'server-only';
import { adminPaths } from '@/lib/admin-paths';
import { shortId } from '@/lib/domain/ident';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { displayZone } from '@/lib/domain/time/time-zone';
import { translator } from '@/lib/i18n/translator';
import { paths } from '@/lib/paths';
import type { Context } from '@/lib/server/context';
import { shareOfNotice } from '@/lib/server/journal/mail';
import { mailLanguage } from '@/lib/server/mail/languages';
import { mailTitle, titleSelect } from '@/lib/server/services/mail/wording';
import { overseenTitle } from '@/lib/server/services/oversight/list-shares';
import type { Notice } from './bundle';

const maxNamed = 20;

type Reader = {
  login: string;
  email: string | null;
  language: string | null;
  timezone: string | null;
  admin: boolean;
};

/** Names the files to the share's owner alone; admins, as long as they are, learn the title that oversight shows them. */
export async function quarantineContent(ctx: Context, { id, accountId }: Notice, reader: Reader | null) {
  const shareId = shareOfNotice(id);
  const [share, files] = await Promise.all([
    ctx.db.share.findUnique({
      where: { id: shareId },
      select: { ...titleSelect, ownerId: true, passwordHash: true, onlyRecipients: true },
    }),
    ctx.db.file.findMany({ where: { shareId, scan: 'infected' }, orderBy: { id: 'asc' }, take: maxNamed }),
  ]);
  const isOwner = share?.ownerId === accountId;
  if (!reader || !share || files.length === 0 || !(isOwner || reader.admin)) return null;
  const { DEFAULT_LANGUAGE, DEFAULT_TIMEZONE: fallback, BASE_URL } = ctx.config;
  const language = mailLanguage([reader.language, DEFAULT_LANGUAGE]);
  const timezone = displayZone(reader.timezone, { device: undefined, fallback });
  const t = translator(language);
  const title = isOwner
    ? await mailTitle(ctx, share, { language, timezone })
    : (overseenTitle(share) ?? shortId(shareId));
  const message = files
    .map(({ name, scanNote: found }) => {
      const words = found === 'encrypted' || found === 'tooLarge' ? t(`files.scan.${found}`) : found;
      return `- ${[isOwner ? oneLine(name) : '', words].filter(Boolean).join(': ')}`;
    })
    .join('\n');
  const url = BASE_URL + (isOwner ? paths.share(shareId) : adminPaths.quarantine);
  return {
    ...reader,
    to: reader.email ?? '',
    links: [{ login: reader.login, url }],
    facts: { title, message },
  };
}
