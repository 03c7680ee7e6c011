import 'server-only';
import type { ShareFile } from '@/lib/contract/share/file';
import { formatBytes } from '@/lib/domain/units';
import { renderBounded } from './bounded-template';

type DescriptionValues = { [name: string]: DescriptionValue };
type DescriptionValue = string | number | null | DescriptionValue[] | DescriptionValues;
type FileValues = ReturnType<typeof fileValues>;

export type DescriptionSource = {
  /** The private id for owners, the link id for visitors. */
  key: string;
  openKey: string | null;
  /** In the order of the displayed list. */
  files: readonly ShareFile[];
  urlOf: (fileId: string) => string;
};

/**
 * Replaces tags like `{{file.0.url}}`. Unknown tags, code, and templates that are broken or too costly stay as
 * written.
 */
export function renderDescription(template: string | null, source: DescriptionSource): string | null {
  if (!template?.includes('{{')) return template;
  try {
    return renderBounded(template, valuesOf(source), isKnown);
  } catch {
    return template;
  }
}

/** First segments of all tag names. */
const knownNames = new Set(
  '. key openKey files file filename id name mimetype length size checksum url'.split(' '),
);

const isKnown = (name: string): boolean =>
  knownNames.has(name === '.' ? name : (name.split('.', 1)[0] ?? ''));

export const mentionsFiles = (template: string | null): boolean =>
  template !== null && /\{\{[^{}]*file/.test(template);

/** Uses getters because computing rarely used values for thousands of files is slow. */
function valuesOf({ key, openKey, files, urlOf }: DescriptionSource): DescriptionValues {
  const list = files.map((file) => fileValues(file, urlOf));
  let named: Record<string, FileValues> | null = null;
  return {
    key,
    openKey,
    files: list,
    file: list,
    get filename() {
      named ??= byName(list);
      return named;
    },
  };
}

/** Reversed, so that the first of equal names wins. */
const byName = (list: readonly FileValues[]): Record<string, FileValues> =>
  Object.fromEntries(list.map((values) => [values.filename.replaceAll('.', ''), values] as const).reverse());

const fileValues = (
  { id, filename, mimetype, size, checksum }: ShareFile,
  urlOf: (id: string) => string,
) => ({
  id,
  name: filename,
  filename,
  mimetype,
  length: size,
  get size() {
    return formatBytes(size);
  },
  checksum,
  get url() {
    return urlOf(id);
  },
});
