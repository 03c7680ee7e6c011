import { type ReactNode, Suspense } from 'react';
import { FollowChanges, StartWorker } from '@/components/app/background-work';
import { Words } from '@/components/app/words';
import { NavigationLine } from '@/components/nav/navigation-line';
import { ZoneQuestion } from '@/components/nav/zone-question';
import { chosenPreferences } from '@/lib/server/http/page';

export default async function Layout({ children }: { children: ReactNode }) {
  const choices = await chosenPreferences();
  return (
    <Words of="signedIn">
      <Suspense>
        <NavigationLine />
      </Suspense>
      {children}
      {choices?.timezone === null && <ZoneQuestion />}
      <StartWorker />
      <FollowChanges />
    </Words>
  );
}
