'use client';

import { AccessSection } from './access/access-section';
import { NameSection } from './name-section';
import { SessionsSection } from './sessions-section';
import { ToldSection } from './told-section';

/** What lies below the first screen: its script comes once the page is drawn. */
export function LateSections() {
  return (
    <>
      <ToldSection />
      <NameSection />
      <SessionsSection />
      <AccessSection />
    </>
  );
}
