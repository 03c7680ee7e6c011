import 'server-only';

/** What people are told without having asked just then: files came through an alias, or what became of a share. */
export const noticeNames = ['arrival', 'firstDownload', 'downloads', 'limitReached', 'ending'] as const;
export type NoticeName = (typeof noticeNames)[number];

/** What a mail is about: a share's link, an alias' link, a notice, a test by an admin. */
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

/** Mustache; `TemplateValues` says what may be asked for. */
export type Template = { subject: string; body: string };
export type Templates = Record<TemplateName, Template>;

export type TemplateValues = {
  /** Login of the sender, "" where they don't show it to a recipient; in a notice and a test, of the receiver. */
  user: string;
  url: string;
  /** Whether the share has one. */
  password: boolean;
  /** What the share is called, "" where that isn’t for everybody or no share is concerned. */
  title: string;
  /** "" where no alias is concerned. */
  aliasName: string;
  /** How many downloads a mail tells of. */
  count: number;
  /** When the link ends; "" where it doesn't. */
  date: string;
  /** Only where that is soon: where to decide. */
  extendUrl: string;
  endUrl: string;
  /** What the sender writes to a recipient, "" where they write nothing. */
  message: string;
  /** That proves a recipient's address. */
  code: string;
  /** What came through an alias; only where that is what a mail tells of. */
  deliveries?: SpokenDelivery[];
};

/** `summary`: "3 files, 2 of them pictures, 12.4M"; `said`: what the sender answered, each label with its sign at the end. */
export type SpokenDelivery = {
  title: string;
  url: string;
  summary: string;
  said: { label: string; value: string }[];
};
