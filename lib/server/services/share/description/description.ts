import 'server-only';
import type { ShareFile } from '@/lib/contract/share/file';
import { formatBytes } from '@/lib/domain/units';
import { renderBounded } from './bounded-template';

type DescriptionValues = { [name: string]: DescriptionValue };
type DescriptionValue = string | number | null | DescriptionValue[] | DescriptionValues;
type FileValues = ReturnType<typeof fileValues>;

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
 * would become too much, stays as it was written; so do tags that name nothing here, and code.
 */
export function renderDescription(template: string | null, source: DescriptionSource): string | null {
  if (!template?.includes('{{')) return template;
  try {
    return renderBounded(template, valuesOf(source), isKnown);
  } catch {
    return template;
  }
}

/** The first words of all that tags can name. */
const knownNames = new Set(
  '. key openKey files file filename id name mimetype length size checksum url'.split(' '),
);

const isKnown = (name: string): boolean =>
  knownNames.has(name === '.' ? name : (name.split('.', 1)[0] ?? ''));

/** Whether a description may say something about files when its templates are filled in. */
export const mentionsFiles = (template: string | null): boolean =>
  template !== null && /\{\{[^{}]*file/.test(template);

/** Getters, where ten thousand files would cost something that a description rarely asks for. */
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

/** Backwards, so that of equal names the first one counts. */
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
