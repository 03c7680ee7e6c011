import 'server-only';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { canParseUrl } from '@/lib/domain/url';
import type { Context } from '@/lib/server/context';
import type { FrameSender } from '@/lib/server/mail/frame';
import { htmlOf, labelsIn } from '@/lib/server/mail/html';
import type { MailLanguage } from '@/lib/server/mail/languages';
import type { Mail, MailPicture } from '@/lib/server/mail/mailer';
import { mailTemplates } from '@/lib/server/mail/templates/load';
import { renderTemplate, type TemplateName, type TemplateValues } from '@/lib/server/mail/templates/template';
import { logosOf } from './logo';

type FrameContext = Pick<Context, 'config' | 'log'>;
type MailContent = Pick<Mail, 'subject' | 'text' | 'html' | 'pictures'>;
/** In place of the operator's. */
export type MailLook = { accent: string | null; logo: MailPicture | null; sender?: FrameSender };

type FilledTemplate = {
  template: TemplateName;
  language: MailLanguage;
  values: TemplateValues;
  pictures?: readonly MailPicture[];
  /** In place of the template's. */
  subject?: string | null;
  look?: MailLook | null;
};

/** Fills a template. Names and messages are untrusted text, so only the template's own links become links. */
export async function templateContent(
  ctx: FrameContext,
  {
    template: name,
    language,
    values,
    pictures = [],
    subject: ownSubject = null,
    look = null,
  }: FilledTemplate,
): Promise<MailContent> {
  const template = mailTemplates(ctx.config)[language][name];
  const { subject: usual, body } = renderTemplate(template, values);
  const subject = ownSubject ?? usual;
  const links = linksIn(values);
  const labels = labelsIn(template.body);
  const titles = [values, ...(values.deliveries ?? [])].map(({ title = '' }) => oneLine(title));
  const frame = await readFrame(ctx, { language, subject, look });
  const html = htmlOf(body, {
    ...frame,
    isLink: (url) => links.includes(url),
    isButton: (label) => labels.includes(label),
    hasFinePrint: true,
    headings: titles.filter((title) => title !== ''),
    code: values.code,
    pictures,
  });
  return { subject, text: body, html, pictures: [...attached(frame), ...pictures] };
}

/** Frames what a person wrote. Links to this server may become buttons. */
export async function letterContent(
  ctx: FrameContext,
  { text, ...words }: { subject: string; text: string; language: MailLanguage; look?: MailLook | null },
): Promise<MailContent> {
  const { subject } = words;
  const frame = await readFrame(ctx, words);
  const isButton = (_: string, url: string) => url.startsWith(`${ctx.config.BASE_URL}/`);
  const html = htmlOf(text, { ...frame, isLink: canParseUrl, isButton, hasFinePrint: false });
  return { subject, text, html, pictures: attached(frame) };
}

const linksIn = ({ url, extendUrl, endUrl, deliveries = [], accounts = [] }: TemplateValues) => [
  url,
  extendUrl,
  endUrl,
  ...[...deliveries, ...accounts].map((each) => each.url),
];

async function readFrame(
  ctx: FrameContext,
  { language, subject, look }: { language: MailLanguage; subject: string; look?: MailLook | null },
) {
  const { APP_NAME, BASE_URL } = ctx.config;
  const { accent = null, logo = null, sender = null } = look ?? {};
  const logos = logo || sender ? { logo, darkLogo: null } : await logosOf(ctx);
  return { language, subject, appName: APP_NAME, host: new URL(BASE_URL).host, accent, sender, ...logos };
}

const attached = ({ logo, darkLogo, sender }: Awaited<ReturnType<typeof readFrame>>): MailPicture[] =>
  [logo, darkLogo, sender?.face ?? null].filter((picture) => picture !== null);
