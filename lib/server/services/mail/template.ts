import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { MailTemplate } from '@/lib/contract/mail';
import { deadlineOf } from '@/lib/domain/inbox/inbox-form';
import { shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import type { UserContext } from '@/lib/server/context';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import type { TemplateName, TemplateValues } from '@/lib/server/mail/templates/template';
import { renderTemplate } from '@/lib/server/mail/templates/template';
import { visibleTo } from '@/lib/server/services/access/alias';
import { managedBy } from '@/lib/server/services/access/share';
import { fingerprintIn } from '@/lib/server/services/alias/inbox-seal';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { findSender } from './sender';
import { mailMoment } from './wording';

export type TemplateInput = {
  id: string;
  languages: readonly string[];
};

/** A link that has ended keeps its template. @throws share.notFound for a share that was never published */
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
      publication: { select: { linkId: true, enabled: true, publishUntil: true } },
    },
  });
  if (!share?.publication) throw new AppError('share.notFound');
  const password = share.passwordHash !== null;
  const { linkId, enabled, publishUntil } = share.publication;
  return fillTemplate(ctx, 'share', languages, {
    url: `${ctx.config.BASE_URL}${paths.open(linkId)}`,
    password,
    // A mail may reach people who don't know the password.
    title: password ? '' : (shareTitle(share.description, share.name) ?? ''),
    until: enabled && publishUntil > ctx.now ? publishUntil : null,
  });
}

export async function aliasTemplate(
  ctx: UserContext,
  { id, languages }: TemplateInput,
): Promise<MailTemplate> {
  const alias = await ctx.db.alias.findFirst({
    where: { AND: [{ id }, visibleTo(ctx.viewer)] },
    select: { id: true, form: true, seal: { select: { enabled: true, publicKey: true } } },
  });
  if (!alias) throw new AppError('alias.notFound');
  return fillTemplate(ctx, 'alias', languages, {
    url: `${ctx.config.BASE_URL}${paths.inbox(alias.id, await fingerprintIn(alias.seal))}`,
    password: false,
    title: '',
    until: alias.form && deadlineOf(formOf(alias.form)),
  });
}

async function fillTemplate(
  ctx: UserContext,
  name: TemplateName,
  languages: readonly string[],
  {
    until,
    ...values
  }: Required<Pick<TemplateValues, 'url' | 'password' | 'title'>> & { until: Date | number | null },
): Promise<MailTemplate> {
  const { name: user, ...reader } = await findSender(ctx, languages);
  const { language } = reader;
  const template = mailTemplates(ctx.config)[language][name];
  return renderTemplate(template, {
    user,
    date: until === null ? '' : mailMoment(ctx, until, reader),
    ...values,
  });
}
