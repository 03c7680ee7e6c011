'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Tabs } from '@/components/ui/tabs';

const tabs = ['details', 'link', 'add'] as const;
type DetailTab = (typeof tabs)[number];

/** Details, link and adding files, of which one is in sight. */
export function DetailTabs({ panels }: { panels: Record<DetailTab, ReactNode> }) {
  const t = useTranslations('share.detail.tabs');
  const [tab, setTab] = useState<DetailTab>('details');
  return (
    <div className="mb-10">
      <Tabs
        label={t('label')}
        value={tab}
        onValueChange={setTab}
        tabs={tabs.map((value) => ({ value, label: t(value), panel: panels[value] }))}
      />
    </div>
  );
}
