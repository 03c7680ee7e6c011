'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { PublicConfig } from '@/lib/contract/config';

const Config = createContext<PublicConfig | null>(null);

export function AppConfigProvider({ config, children }: { config: PublicConfig; children: ReactNode }) {
  return <Config value={config}>{children}</Config>;
}

/** What the operator configured, as far as the browser may know it. */
export function useAppConfig(): PublicConfig {
  const config = useContext(Config);
  if (!config) throw new Error('useAppConfig needs the AppConfigProvider of app/layout.tsx');
  return config;
}
