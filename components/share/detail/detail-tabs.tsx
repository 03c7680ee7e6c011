'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Tabs } from '@/components/ui/tabs';

const tabs = ['details', 'link', 'add', 'activity'] as const;
export type DetailTab = (typeof tabs)[number];

type DetailTabsProps = {
  value: DetailTab;
  onValueChange: (tab: DetailTab) => void;
  panels: Record<DetailTab, ReactNode>;
};

export function DetailTabs({ value: chosen, onValueChange, panels }: DetailTabsProps) {
  const t = useTranslations('share.detail.tabs');
  return (
    <div className="mb-10">
      <Tabs
        label={t('label')}
        value={chosen}
        onValueChange={onValueChange}
        tabs={tabs.map((value) => ({ value, label: t(value), panel: panels[value] }))}
      />
    </div>
  );
}
