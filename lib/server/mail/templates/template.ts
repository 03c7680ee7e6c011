import 'server-only';

export const noticeNames = ['arrival', 'firstDownload', 'downloads', 'limitReached', 'ending'] as const;
export type NoticeName = (typeof noticeNames)[number];

export const templateNames = [
  'share',
  'alias',
  ...noticeNames,
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
  password: boolean;
  /** "" when it is private or there is no share. */
  title: string;
  aliasName: string;
  count: number;
  date: string;
  extendUrl: string;
  endUrl: string;
  message: string;
  /** Proves a recipient's address. */
  code: string;
  deliveries?: DeliverySummary[];
};

/**
 * `summary`: "3 files, 2 of them pictures, 12.4M". `said`: the sender's answers; labels include their punctuation.
 */
export type DeliverySummary = {
  title: string;
  url: string;
  summary: string;
  said: { label: string; value: string }[];
};
