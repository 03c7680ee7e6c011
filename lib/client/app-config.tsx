'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { AppConfig } from '@/lib/contract/info';

const Config = createContext<AppConfig | null>(null);

export function AppConfigProvider({ config, children }: { config: AppConfig; children: ReactNode }) {
  return <Config value={config}>{children}</Config>;
}

export function useAppConfig(): AppConfig {
  const config = useContext(Config);
  if (!config) throw new Error('useAppConfig needs the AppConfigProvider of app/layout.tsx');
  return config;
}
