import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { FollowChanges, StartWorker } from '@/components/app/background-work';
import { SignInAgain } from '@/components/app/sign-in-again';
import { Words } from '@/components/app/words';
import { NavigationLine } from '@/components/nav/navigation-line';
import { ZoneQuestion } from '@/components/nav/zone-question';
import { Banner } from '@/components/ui/dialog/banner';
import { chosenPreferences, optionalPageContext } from '@/lib/server/http/page';
import { wasJustKept } from '@/lib/server/services/leaving/leave';

async function Welcome() {
  const { viewer, ...ctx } = await optionalPageContext();
  if (!viewer || !(await wasJustKept({ ...ctx, viewer }))) return null;
  const t = await getTranslations('leaving');
  return (
    <div className="mb-6">
      <Banner tone="success">{t('welcome')}</Banner>
    </div>
  );
}

export default async function Layout({ children }: { children: ReactNode }) {
  const choices = await chosenPreferences();
  return (
    <Words of="signedIn">
      <NavigationLine />
      {choices && <Welcome />}
      {children}
      {choices?.timezone === null && <ZoneQuestion />}
      <StartWorker />
      <FollowChanges />
      <SignInAgain />
    </Words>
  );
}
