import fs from 'node:fs/promises';
import path from 'node:path';

const folders = { guide: 'docs/use', operate: 'docs/operate' };

export type DocumentArea = keyof typeof folders;
export type ProductDocument = { title: string; text: string };

/** Reads a page of `docs/` that the product shows. Null where there is no such page, or the docs aren't installed. */
export async function readDocument(
  root: string,
  area: DocumentArea,
  name: string,
): Promise<ProductDocument | null> {
  if (!/^[a-z0-9-]+$/.test(name)) return null;
  const file = path.join(/* turbopackIgnore: true */ root, folders[area], `${name}.md`);
  const content = await fs.readFile(file, 'utf8').catch(() => null);
  if (content === null) return null;
  const [heading = '', ...lines] = content.split('\n');
  // Screenshots are of no use inside the product.
  const isPicture = (line: string) => line.startsWith('![');
  return { title: heading.replace('# ', ''), text: lines.filter((line) => !isPicture(line)).join('\n') };
}

/** Lists an area's pages by title. */
export async function listDocuments(
  root: string,
  area: DocumentArea,
): Promise<{ name: string; title: string }[]> {
  const files = await fs.readdir(path.join(/* turbopackIgnore: true */ root, folders[area])).catch(() => []);
  const pages = files
    .filter((file) => file.endsWith('.md'))
    .map(async (file) => {
      const name = file.replace('.md', '');
      const title = (await readDocument(root, area, name))?.title;
      return title === undefined ? [] : { name, title };
    });
  return (await Promise.all(pages)).flat().sort((a, b) => a.title.localeCompare(b.title, 'en'));
}
