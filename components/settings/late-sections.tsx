'use client';

import { AccessSection } from './access/access-section';
import { NameSection } from './name-section';

/** What few come for: its script comes once the page stands. */
export function LateSections() {
  return (
    <>
      <NameSection />
      <AccessSection />
    </>
  );
}
