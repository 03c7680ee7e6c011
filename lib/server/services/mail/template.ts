import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { MailTemplate } from '@/lib/contract/mail';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import type { UserContext } from '@/lib/server/context';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/render';
import type { TemplateName, TemplateValues } from '@/lib/server/mail/templates/template';
import { visibleTo } from '@/lib/server/services/alias/access';
import { managedBy } from '@/lib/server/services/share/access';
import { senderOf } from './sender';

type TemplateInput = {
  id: string;
  /** What the browser asks for, best first. */
  languages: readonly string[];
};

/** Of a share that was published at least once: its link is kept also while it doesn't work. */
export async function shareTemplate(
  ctx: UserContext,
  { id, languages }: TemplateInput,
): Promise<MailTemplate> {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id }, managedBy(ctx.viewer)] },
    select: {
      name: true,
      description: true,
      passwordHash: true,
      publication: { select: { linkId: true } },
    },
  });
  if (!share?.publication) throw new AppError('share.notFound');
  const password = share.passwordHash !== null;
  return filled(ctx, 'share', languages, {
    url: `${ctx.config.BASE_URL}${paths.open(share.publication.linkId)}`,
    password,
    // A mail is read by more people than know the password.
    title: password ? '' : (shareTitle(share.description, share.name) ?? ''),
  });
}

export async function aliasTemplate(
  ctx: UserContext,
  { id, languages }: TemplateInput,
): Promise<MailTemplate> {
  const alias = await ctx.db.alias.findFirst({
    where: { AND: [{ id }, visibleTo(ctx.viewer)] },
    select: { id: true },
  });
  if (!alias) throw new AppError('alias.notFound');
  return filled(ctx, 'alias', languages, {
    url: `${ctx.config.BASE_URL}${paths.inbox(alias.id)}`,
    password: false,
    title: '',
  });
}

async function filled(
  ctx: UserContext,
  name: TemplateName,
  languages: readonly string[],
  values: Pick<TemplateValues, 'url' | 'password' | 'title'>,
): Promise<MailTemplate> {
  const { login, language } = await senderOf(ctx, languages);
  const template = mailTemplates(ctx.config.MAIL_TEMPLATES_DIR)[language][name];
  return renderTemplate(template, {
    user: login,
    aliasName: '',
    count: 0,
    date: '',
    extendUrl: '',
    endUrl: '',
    message: '',
    code: '',
    ...values,
  });
}
