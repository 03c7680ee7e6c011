import 'server-only';

/** Mails that nobody requested at that moment. */
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

/** Mustache with `TemplateValues`. */
export type Template = { subject: string; body: string };
export type Templates = Record<TemplateName, Template>;

export type TemplateValues = {
  user: string;
  url: string;
  password: boolean;
  /** "" when it is private or there is no share. */
  title: string;
  /** "" without an alias. */
  aliasName: string;
  count: number;
  /** End of the link, or "". */
  date: string;
  /** Only in mails about an ending. */
  extendUrl: string;
  endUrl: string;
  /** Written by the sender for a recipient, or "". */
  message: string;
  /** Proves a recipient's address. */
  code: string;
  /** Only in mails about deliveries. */
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
