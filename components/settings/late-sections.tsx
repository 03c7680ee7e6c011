'use client';

import { AccessSection } from './access/access-section';
import { NameSection } from './name-section';
import { NotificationsSection } from './notifications-section';
import { SessionsSection } from './sessions-section';

export function LateSections() {
  return (
    <>
      <NotificationsSection />
      <NameSection />
      <SessionsSection />
      <AccessSection />
    </>
  );
}
