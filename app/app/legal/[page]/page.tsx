import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { OperatorText } from '@/components/nav/footer';
import { optionalPageContext } from '@/lib/server/http/page';
import { legalPages } from '@/lib/server/services/info/legal-pages';

type Props = PageProps<'/app/legal/[page]'>;

async function legalPage(params: Props['params']) {
  const { page } = await params;
  return legalPages(await optionalPageContext()).find(({ name }) => name === page) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('nav.legal');
  return { title: t((await legalPage(params)).name) };
}

export default async function LegalPage({ params }: Props) {
  const t = await getTranslations('nav.legal');
  const { name, text } = await legalPage(params);
  return (
    <article className="mx-auto max-w-2xl text-sm leading-6">
      <h1 className="mb-6 text-2xl font-semibold tracking-tight">{t(name)}</h1>
      <OperatorText text={text} />
    </article>
  );
}
