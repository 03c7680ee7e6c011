import type { Metadata, Route } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { DemandedFactor } from '@/components/factor/demanded-factor';
import { returnPath } from '@/lib/domain/account/sign-in';
import { initialPath, paths } from '@/lib/paths';
import { anySessionContext } from '@/lib/server/http/page';
import { offersPasskeys } from '@/lib/server/services/passkey/challenge';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('factor');
  return { title: t('demandTitle') };
}

/** Only for sessions that lack a factor which is demanded. */
export default async function SecondFactorPage({ searchParams }: PageProps<'/app/second-factor'>) {
  const { viewer, config } = await anySessionContext();
  const target = returnPath((await searchParams).r) ?? initialPath(config.INITIAL_PAGE);
  if (!viewer) redirect(paths.login(target));
  if (!viewer.lacksFactor) redirect(target as Route);
  const t = await getTranslations('factor');
  return (
    <div className="mx-auto w-full max-w-md">
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('demandTitle')}</h1>
      <p className="mt-2 mb-6 text-sm text-muted text-pretty">{t('demandText')}</p>
      <DemandedFactor login={viewer.login} target={target} hasPasskeys={offersPasskeys({ config })} />
    </div>
  );
}
