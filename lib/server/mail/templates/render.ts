import 'server-only';
import Mustache from 'mustache';
import { oneLine } from '@/lib/domain/pasted/name';
import type { Template, TemplateValues } from './template';

const maxSubject = 200;

/** Removes line breaks from values, so that they can't add headers or paragraphs. */
export function renderTemplate(template: Template, values: TemplateValues): Template {
  const view = {
    ...values,
    user: oneLine(values.user),
    title: oneLine(values.title ?? ''),
    aliasName: oneLine(values.aliasName ?? ''),
    deliveries: (values.deliveries ?? []).map(({ title, said, ...rest }) => ({
      ...rest,
      title: oneLine(title),
      said: said.map(({ label, value }) => ({ label: oneLine(label), value: oneLine(value) })),
    })),
  };
  const fill = (text: string) => Mustache.render(text, view, {}, { escape: String });
  return { subject: cut(oneLine(fill(template.subject))), body: fill(template.body).trim() };
}

const cut = (text: string) => (text.length <= maxSubject ? text : `${text.slice(0, maxSubject - 1)}…`);
