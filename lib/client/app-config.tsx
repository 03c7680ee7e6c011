'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { PublicConfig } from '@/lib/contract/config';

const AppConfig = createContext<PublicConfig | null>(null);

export function AppConfigProvider({ config, children }: { config: PublicConfig; children: ReactNode }) {
  return <AppConfig value={config}>{children}</AppConfig>;
}

export function useAppConfig(): PublicConfig {
  const config = useContext(AppConfig);
  if (!config) throw new Error('useAppConfig outside AppConfigProvider');
  return config;
}
