import type { ReactNode } from 'react';
import { Words } from '@/components/app/words';

export default function Layout({ children }: { children: ReactNode }) {
  return <Words of="askers">{children}</Words>;
}
