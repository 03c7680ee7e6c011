import fs from 'node:fs/promises';
import path from 'node:path';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { Markdown } from '@/components/files/note/markdown';
import { ButtonAnchor } from '@/components/ui/button';
import { serverPaths } from '@/lib/paths';
import { config } from '@/lib/server/config';

export const metadata: Metadata = { title: 'Guide' };

/** Renders docs/use/guide.md, which is in English. */
export default async function GuidePage() {
  const { title, text } = await guide().catch(() => redirect(serverPaths.calls)); // the docs are not installed
  return (
    <main lang="en" className="mx-auto max-w-2xl px-6 pt-10 pb-16">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{title}</h1>
      <Markdown text={text} />
      <section aria-labelledby="calls" className="mt-12 border-t border-line pt-6">
        <h2 id="calls" className="text-lg font-semibold tracking-tight">
          Scripts and apps
        </h2>
        <p className="mt-1 mb-4 text-sm text-muted">Everything you can do here, programs can do as well.</p>
        <ButtonAnchor tone="quiet" href={serverPaths.calls}>
          All calls of the API
        </ButtonAnchor>
      </section>
    </main>
  );
}

async function guide(): Promise<{ title: string; text: string }> {
  const file = path.join(/* turbopackIgnore: true */ config().ROOT, 'docs/use/guide.md');
  const [heading = '', ...lines] = (await fs.readFile(file, 'utf8')).split('\n');
  // Screenshots are of no use inside the product.
  const isPicture = (line: string) => line.startsWith('![');
  return { title: heading.replace('# ', ''), text: lines.filter((line) => !isPicture(line)).join('\n') };
}
