import 'server-only';

/** What a mail is about: a share's link, an alias' link, files that came through an alias, a test by an admin. */
export const templateNames = ['share', 'alias', 'arrival', 'test'] as const;
export type TemplateName = (typeof templateNames)[number];

/** Mustache; `TemplateValues` says what may be asked for. */
export type Template = { subject: string; body: string };
export type Templates = Record<TemplateName, Template>;

export type TemplateValues = {
  /** Login of the sender; in a notice and a test, of the receiver. */
  user: string;
  url: string;
  /** Whether the share has one. */
  password: boolean;
  /** What the share is called, "" where that isn’t for everybody; in the mail about a share only. */
  title: string;
  /** "" where no alias is concerned. */
  aliasName: string;
};
