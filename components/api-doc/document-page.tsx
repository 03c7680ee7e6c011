import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { prose } from '@/components/files/note/markdown';
import { documentLink, headingAnchor } from '@/lib/domain/document/link';

type Area = 'guide' | 'operate';
type Node = { tagName?: string; value?: unknown; children?: Node[] };

const textOf = ({ value, children = [] }: Node): string =>
  typeof value === 'string' ? value : children.map(textOf).join('');

const heading = (Tag: 'h2' | 'h3') =>
  function DocumentHeading({ node, children }: { node?: unknown; children?: ReactNode }) {
    return (
      <Tag id={headingAnchor(textOf(node as Node))} className="scroll-mt-6">
        {children}
      </Tag>
    );
  };

/** A row about a setting has the anchor of its name, as the page gives it by HTML to other readers. */
function DocumentRow({ node, children }: { node?: unknown; children?: ReactNode }) {
  const first = (node as Node).children?.find(({ tagName }) => tagName === 'td') ?? {};
  const [, name] = /^([A-Z][A-Z0-9_]+)( ◆)?$/.exec(textOf(first)) ?? [];
  return (
    <tr id={name?.toLowerCase()} className="scroll-mt-6">
      {children}
    </tr>
  );
}

const componentsOf = (area: Area): Components => ({
  tr: DocumentRow,
  h2: heading('h2'),
  h3: heading('h3'),
  a: ({ href = '', children }) => {
    const target = documentLink(area, href);
    return target === null ? children : <a href={target}>{children}</a>;
  },
});

export function DocumentText({ area, text }: { area: Area; text: string }) {
  return (
    <div className={prose}>
      <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={componentsOf(area)}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** A page of the docs, which are in English; readers of another language are told. */
export async function DocumentPage({
  area,
  title,
  text,
  lead,
  children,
}: {
  area: Area;
  title: string;
  text: string;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  const t = await getTranslations('documents');
  const locale = await getLocale();
  return (
    <main lang="en" className="mx-auto max-w-3xl px-6 pt-10 pb-16">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{title}</h1>
      {!locale.startsWith('en') && (
        <p lang={locale} className="mb-6 text-sm text-muted">
          {t('inEnglish')}
        </p>
      )}
      {lead}
      <DocumentText area={area} text={text} />
      {children}
    </main>
  );
}
