import 'server-only';
import Mustache from 'mustache';
import { cleanLines, oneLine, shortened } from '@/lib/domain/pasted/plain-text';

export const noticeNames = ['arrival', 'firstDownload', 'downloads', 'limitReached', 'ending'] as const;
export type NoticeName = (typeof noticeNames)[number];

/** Mails that belong to no share. */
export const accountMailNames = [
  'reset',
  'passwordChanged',
  'passwordReset',
  'confirmEmail',
  'emailChanged',
  'factorAdded',
  'addressInUse',
  'invite',
  'factorRemoved',
  'leaving',
  'newSignIn',
  'passkeyAdded',
  'passkeyRemoved',
  'takenDown',
  'allowedAgain',
  'quarantined',
  'reported',
  'webhookOff',
  'webhookAdded',
  'membersAdded',
  'signInMailOff',
  'diskLow',
  'storageDamaged',
  'adminAdded',
  'requestAsk',
  'requestCode',
  'requestReminder',
  'requestAgain',
  'requestThanks',
  'requestDone',
] as const;
export type AccountMailName = (typeof accountMailNames)[number];

export const templateNames = [
  'share',
  'alias',
  ...noticeNames,
  ...accountMailNames,
  'recipient',
  'code',
  'receipt',
  'test',
] as const;
export type TemplateName = (typeof templateNames)[number];

export type Template = { subject: string; body: string };
export type Templates = Record<TemplateName, Template>;

export type TemplateValues = {
  user: string;
  url: string;
  password?: boolean;
  /** "" when it is private or there is no share. */
  title?: string;
  aliasName?: string;
  count?: number;
  date?: string;
  /** "63 files" and "303 MB", or "" when only who may open the share is to know. */
  files?: string;
  size?: string;
  extendUrl?: string;
  endUrl?: string;
  message?: string;
  /** Proves a recipient's address. */
  code?: string;
  deliveries?: DeliverySummary[];
  /** Of a sign-in: "Firefox on Linux" or a token's name, "" if unknown, and where from. */
  client?: string;
  address?: string;
  /** Of a webhook: whether it is sent the links of shares. */
  withLinks?: boolean;
  passkeys?: DatedName[];
  members?: DatedName[];
  webhooks?: DatedName[];
  tokens?: DatedName[];
  /** Each with a link of its own. */
  accounts?: { login: string; url: string }[];
};

/** `date`: when it was added, or "". `inbox`: of a member. */
type DatedName = { title: string; date: string; inbox: string };

/**
 * `summary`: "3 files, 2 of them pictures, 12.4M". `said`: the sender's answers; labels include their punctuation.
 */
export type DeliverySummary = {
  title: string;
  url: string;
  summary: string;
  said: { label: string; value: string }[];
};

const maxSubject = 200;

/** Removes line breaks from values, so that they can't add headers or paragraphs. */
export function renderTemplate(template: Template, values: TemplateValues): Template {
  const view = {
    ...values,
    user: oneLine(values.user),
    title: oneLine(values.title ?? ''),
    aliasName: oneLine(values.aliasName ?? ''),
    client: oneLine(values.client ?? ''),
    message: cleanLines(values.message ?? ''),
    deliveries: (values.deliveries ?? []).map(({ title, said, ...rest }) => ({
      ...rest,
      title: oneLine(title),
      said: said.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
    })),
  };
  const fill = (text: string) => Mustache.render(text, view, {}, { escape: String });
  return {
    subject: shortened(oneLine(fill(template.subject)), maxSubject),
    body: fill(template.body).trim(),
  };
}
