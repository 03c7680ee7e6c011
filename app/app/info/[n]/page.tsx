import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { HomeLink } from '@/components/nav/home-link';
import { Empty } from '@/components/ui/empty';
import { paths } from '@/lib/paths';

const kinds = ['forbidden', 'expired'] as const;
type InfoKind = (typeof kinds)[number];

type Props = PageProps<'/app/info/[n]'>;

const kindOf = (n: string): InfoKind | undefined => kinds.find((_, index) => String(index) === n);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const kind = kindOf((await params).n);
  const t = await getTranslations('info');
  return kind ? { title: t(`${kind}.title`) } : {};
}

/** Renders nothing for unknown numbers, and redirects anything else to the home page. */
export default async function InfoPage({ params }: Props) {
  const { n } = await params;
  if (!/^\d+$/.test(n)) redirect(paths.home);
  const kind = kindOf(n);
  return kind ? <Info kind={kind} /> : null;
}

function Info({ kind }: { kind: InfoKind }) {
  const t = useTranslations('info');
  return (
    <Empty heading="h1" title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
      <HomeLink>{t('home')}</HomeLink>
    </Empty>
  );
}
