import 'server-only';
import Mustache from 'mustache';
import type { ShareFile } from '@/lib/contract/file';
import { formatBytes } from '@/lib/domain/units';

/** What one reading may cost: a template is anybody's text and could ask for files in files in files. */
const maxLength = 1024 * 1024;
const maxLookups = 100_000;

type Values = { [name: string]: Value };
type Value = string | number | null | Value[] | Values;

export type DescriptionSource = {
  /** The id under which its reader knows the share. */
  key: string;
  openKey: string | null;
  /** In the order of the list that the reader sees. */
  files: readonly ShareFile[];
  urlOf: (fileId: string) => string;
};

/**
 * Fills in what a description says about its share, such as `{{file.0.url}}`. A template that is broken, or that
 * would become too much, stays as it was written.
 */
export function renderDescription(template: string | null, source: DescriptionSource): string | null {
  if (!template?.includes('{{')) return template;
  try {
    const budget = new Budget();
    const writer = new BoundedWriter(budget);
    return writer.render(template, new OwnContext(valuesOf(source), budget), {}, { escape: escapeHtml });
  } catch {
    return template;
  }
}

/** Whether a description may say something about files when its templates are filled in. */
export const mentionsFiles = (template: string | null): boolean =>
  template !== null && /\{\{[^}]*file/.test(template);

function valuesOf({ key, openKey, files, urlOf }: DescriptionSource): Values {
  const list = files.map((file) => fileValues(file, urlOf));
  // Backwards, so that of equal names the first one counts.
  const named = list.map((values) => [values.filename.replaceAll('.', ''), values] as const).reverse();
  return { key, openKey, files: list, file: list, filename: Object.fromEntries(named) };
}

const fileValues = (
  { id, filename, mimetype, size, checksum }: ShareFile,
  urlOf: (id: string) => string,
) => ({
  id,
  name: filename,
  filename,
  mimetype,
  length: size,
  size: formatBytes(size),
  checksum,
  url: urlOf(id),
});

/** Slashes and equals signs stay, so that an address is still one in Markdown. */
function escapeHtml(value: unknown): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
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

/** Finds what we have put there and nothing that objects bring along, so no function is ever called. */
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
    this.#budget.spend({ lookups: 1 });
    if (name === '.') return this.view;
    const [first = '', ...rest] = name.split('.');
    const holder = this.#holderOf(first);
    return [first, ...rest].reduce<unknown>((value, step) => own(value, step), holder?.view);
  }

  #holderOf(name: string): OwnContext | null {
    for (let context: OwnContext | null = this; context; context = context.#outer) {
      if (own(context.view, name) !== undefined) return context;
    }
    return null;
  }
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Counts every piece that is made, whole sections as well as what is in them. A new one for each reading keeps nothing. */
class BoundedWriter extends Mustache.Writer {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    super();
    this.#budget = budget;
  }

  override renderTokens(...args: Parameters<Mustache.Writer['renderTokens']>): string {
    this.#budget.spend({ lookups: 1 });
    const text = super.renderTokens(...args);
    this.#budget.spend({ length: text.length });
    return text;
  }
}
