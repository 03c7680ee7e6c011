import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import Mustache from 'mustache';
import { BadConfiguration, type Config } from '@/lib/server/config';
import { type MailLanguage, mailLanguages } from '@/lib/server/mail/languages';
import { type Template, type Templates, type TemplateValues, templateNames } from './template';

type MailTemplates = Record<MailLanguage, Templates>;

const loaded = new Map<string, MailTemplates>();

/**
 * Returns the templates of `messages/mail`, replaced by `<language>/<name>.txt` of the operator's folder. Cached.
 * @throws BadConfiguration with the operator's file and its problem
 */
export function mailTemplates({
  ROOT,
  MAIL_TEMPLATES_DIR: dir,
}: Pick<Config, 'ROOT' | 'MAIL_TEMPLATES_DIR'>): MailTemplates {
  const key = dir ?? '';
  const templates = loaded.get(key) ?? readTemplates(ROOT, dir);
  loaded.set(key, templates);
  return templates;
}

function readTemplates(root: string, dir: string | undefined): MailTemplates {
  const templates = readBuiltIn(root);
  if (dir !== undefined) replaceFrom(dir, templates);
  return templates;
}

function readBuiltIn(root: string): MailTemplates {
  const dir = path.join(/* turbopackIgnore: true */ root, 'messages/mail');
  const fileOf = (name: string, language: MailLanguage) => {
    const file = path.join(language, `${name}.txt`);
    return fs.existsSync(path.join(dir, file)) ? file : path.join('en', `${name}.txt`);
  };
  const templatesOf = (language: MailLanguage) =>
    Object.fromEntries(
      templateNames.map((name) => [name, readTemplate(dir, fileOf(name, language))]),
    ) as Templates;
  return Object.fromEntries(
    mailLanguages.map((language) => [language, templatesOf(language)]),
  ) as MailTemplates;
}

function replaceFrom(dir: string, templates: MailTemplates): void {
  for (const file of textFilesIn(dir)) {
    const [folder, base, ...rest] = file.split(path.sep);
    const language = mailLanguages.find((tag) => tag === folder);
    const name = templateNames.find((known) => `${known}.txt` === base);
    if (!language || !name || rest.length > 0) {
      throw complaint(
        dir,
        file,
        `is none: the languages are ${mailLanguages.join(', ')}, the files ${files}`,
      );
    }
    templates[language][name] = readTemplate(dir, file);
  }
}

const files = templateNames.map((name) => `${name}.txt`).join(', ');

function textFilesIn(dir: string): string[] {
  try {
    const entries = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' });
    return entries.filter((name) => name.endsWith('.txt'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadConfiguration(`MAIL_TEMPLATES_DIR is "${dir}" but must be a folder to read (${code}).`);
  }
}

function readTemplate(dir: string, file: string) {
  try {
    const bytes = fs.readFileSync(path.join(dir, file));
    return parseTemplate(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw complaint(dir, file, error instanceof TypeError ? 'must be UTF-8' : (error as Error).message);
  }
}

const complaint = (dir: string, file: string, problem: string) =>
  new BadConfiguration(`MAIL_TEMPLATES_DIR: the mail template ${path.join(dir, file)} ${problem}.`);

const knownNames: Record<keyof TemplateValues, true> = {
  user: true,
  url: true,
  title: true,
  password: true,
  aliasName: true,
  count: true,
  date: true,
  files: true,
  size: true,
  extendUrl: true,
  endUrl: true,
  message: true,
  code: true,
  deliveries: true,
  client: true,
  address: true,
  accounts: true,
  withLinks: true,
  passkeys: true,
  members: true,
  webhooks: true,
  tokens: true,
};
const names = Object.keys(knownNames).join(', ');
const dated = ['title', 'inbox', 'date'];
const innerNames: Record<string, string[]> = {
  passkeys: dated,
  members: dated,
  webhooks: dated,
  tokens: dated,
  deliveries: ['title', 'url', 'summary', 'said', 'label', 'value'],
  accounts: ['login', 'url'],
};

/**
 * Parses a template file: `Subject: …`, an empty line, the text.
 * @throws Error that continues a sentence beginning with the file's name
 */
function parseTemplate(file: string): Template {
  const lines = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, subject = '', body = ''] = /^Subject:[ \t]*(\S.*)\n[ \t]*\n([\s\S]*)$/.exec(lines) ?? [];
  if (body.trim() === '') {
    throw new Error('must begin with a line “Subject: …”, then an empty line, then the text');
  }
  checkMustache(subject);
  checkMustache(body);
  return { subject, body };
}

function checkMustache(text: string): void {
  let spans: Span[];
  try {
    spans = Mustache.parse(text);
  } catch (error) {
    throw new Error(`is no mustache template: ${(error as Error).message}`);
  }
  checkSpans(spans, []);
}

type Span = Mustache.TemplateSpans[number];

function checkSpans(spans: Span[], more: readonly string[]): void {
  for (const [type, name, , , inner] of spans) {
    if (type === 'text' || type === '!') continue;
    if (type === '>' || type === '=') throw new Error('must not use partials or other delimiters');
    checkName(name, more);
    if (Array.isArray(inner)) checkSpans(inner as Span[], innerNames[name] ?? more);
  }
}

function checkName(name: string, more: readonly string[]): void {
  if (Object.hasOwn(knownNames, name) || more.includes(name)) return;
  throw new Error(`asks for {{${name}}}, but there are only ${names}`);
}
