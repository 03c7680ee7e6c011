import 'server-only';
import Mustache from 'mustache';
import { escapeHtml } from '@/lib/domain/file/escape-html';
import { codeRanges } from './code-ranges';
import { type TemplateToken, tokensOf } from './template-tags';

/** Limits the cost of one rendering: templates are untrusted and may nest file loops. */
const maxLength = 1024 * 1024;
const maxLookups = 50_000;

/**
 * Renders a template. Unknown tags and code stay as written.
 * @param isKnown checks tag names
 * @throws if the template is broken or too costly
 */
export function renderBounded(template: string, values: object, isKnown: (name: string) => boolean): string {
  const budget = new Budget();
  const writer = new BoundedWriter(budget, template, isKnown);
  return writer.render(template, new OwnContext(values, budget));
}

class Budget {
  #length = 0;
  #lookups = 0;

  spend({ length = 0, lookups = 0 }: { length?: number; lookups?: number }): void {
    this.#length += length;
    this.#lookups += lookups;
    if (this.#length > maxLength || this.#lookups > maxLookups)
      throw new Error('This template asks for too much.');
  }
}

/** Looks up own properties only, so no inherited function is ever called. */
class OwnContext extends Mustache.Context {
  readonly #budget: Budget;
  readonly #outer: OwnContext | null;

  constructor(view: unknown, budget: Budget, outer: OwnContext | null = null) {
    super(view);
    this.#budget = budget;
    this.#outer = outer;
  }

  override push(view: unknown): OwnContext {
    return new OwnContext(view, this.#budget, this);
  }

  override lookup(name: string): unknown {
    if (name === '.') return this.view;
    const [first = '', ...rest] = name.split('.');
    this.#budget.spend({ lookups: 1 + rest.length });
    const holder = this.#holderOf(first);
    return [first, ...rest].reduce<unknown>((value, step) => ownProperty(value, step), holder?.view);
  }

  #holderOf(name: string): OwnContext | null {
    for (let context: OwnContext | null = this; context; context = context.#outer) {
      if (ownProperty(context.view, name) !== undefined) return context;
    }
    return null;
  }
}

const ownProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Counts the output of every section. One instance per rendering avoids Mustache's cache. */
class BoundedWriter extends Mustache.Writer {
  readonly #budget: Budget;
  readonly #template: string;
  readonly #isKnown: (name: string) => boolean;

  constructor(budget: Budget, template: string, isKnown: (name: string) => boolean) {
    super();
    this.#budget = budget;
    this.#template = template;
    this.#isKnown = isKnown;
  }

  override parse(template: string): TemplateToken[] {
    return tokensOf(template, { code: codeRanges(template), isKnown: this.#isKnown });
  }

  override escapedValue(token: string[], context: Mustache.Context): string {
    return this.#valueOf(token, context, escapeHtml);
  }

  override unescapedValue(token: string[], context: Mustache.Context): string {
    return this.#valueOf(token, context, (text) => text);
  }

  #valueOf([, name = '', from, to]: string[], context: Mustache.Context, write: (text: string) => string) {
    const value: unknown = context.lookup(name);
    if (value === null) return '';
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText ? write(String(value)) : this.#template.slice(Number(from), Number(to));
  }

  override renderTokens(...args: Parameters<Mustache.Writer['renderTokens']>): string {
    this.#budget.spend({ lookups: 1 });
    const text = super.renderTokens(...args);
    this.#budget.spend({ length: text.length });
    return text;
  }
}
