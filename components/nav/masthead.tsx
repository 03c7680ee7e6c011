import type { ReactNode } from 'react';
import type { AppConfig } from '@/lib/contract/info';
import { Logo } from './logo';

type MastheadProps = { config: AppConfig; title: string; children?: ReactNode };

export function Masthead({ config, title, children }: MastheadProps) {
  return (
    <div className="mb-8 flex flex-col items-center gap-4 text-center">
      <Logo config={config} size="lg" />
      <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
      {children}
    </div>
  );
}
