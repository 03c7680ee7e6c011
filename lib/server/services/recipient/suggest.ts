import 'server-only';
import type { ShareMailTemplate } from '@/lib/contract/mail';
import { shortened } from '@/lib/domain/pasted/plain-text';
import { displayZone } from '@/lib/domain/time/time-zone';
import type { UserContext } from '@/lib/server/context';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate } from '@/lib/server/mail/templates/template';
import { findSender } from '@/lib/server/services/mail/sender';
import { shareTemplate, type TemplateInput } from '@/lib/server/services/mail/template';
import { nameOf } from '@/lib/server/services/profile/sender';
import { previewOf } from './preview';

/** Suggests the mail with the link, and those to recipients. @throws share.notFound as `shareTemplate` */
export async function suggestShareMail(ctx: UserContext, input: TemplateInput): Promise<ShareMailTemplate> {
  const shared = await shareTemplate(ctx, input);
  return { ...shared, personal: await suggestPersonal(ctx, input) };
}

/** As `composeRecipientMail` words mails that nobody has worded. */
async function suggestPersonal(ctx: UserContext, { id, languages }: TemplateInput) {
  const include = { publication: true, owner: true } as const;
  const share = await ctx.db.share.findUniqueOrThrow({ where: { id }, include });
  const { language, timezone: own } = await findSender(ctx, languages);
  const timezone = displayZone(own, { device: undefined, fallback: ctx.config.DEFAULT_TIMEZONE });
  const linkId = share.publication?.linkId ?? '';
  const { title, files, note } = await previewOf(ctx, { share, linkId }, { language, timezone });
  const user = share.owner.showName ? shortened(nameOf(share.owner), 60) : '';
  const values = { user, url: '', password: false, title, files };
  const { subject } = renderTemplate(mailTemplates(ctx.config)[language].recipient, values);
  return { subject: subject.slice(0, 200), message: note };
}
