import 'server-only';
import Mustache from 'mustache';
import type { Template, TemplateValues } from './template';

const knownNames: Record<keyof TemplateValues, true> = {
  user: true,
  url: true,
  title: true,
  password: true,
  aliasName: true,
  count: true,
  date: true,
  extendUrl: true,
  endUrl: true,
  message: true,
  code: true,
  deliveries: true,
  accounts: true,
};
const names = Object.keys(knownNames).join(', ');
const innerNames: Record<string, string[]> = {
  deliveries: ['title', 'url', 'summary', 'said', 'label', 'value'],
  accounts: ['login', 'url'],
};

/**
 * Parses a template file: `Subject: …`, an empty line, the text.
 * @throws Error that continues a sentence beginning with the file's name
 */
export function parseTemplate(file: string): Template {
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
