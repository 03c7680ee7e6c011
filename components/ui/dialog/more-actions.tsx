'use client';

import { EllipsisIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import type { MenuAction } from './action-menu';

// The menu library is large, so it loads with the first press.
const ActionMenu = dynamic(() => import('./action-menu').then((part) => part.ActionMenu), {
  ssr: false,
  loading: () => <MoreButton label="" aria-busy disabled />,
});

/** Hides rare actions behind “⋯”. */
export function MoreActions({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <ActionMenu actions={actions} trigger={<MoreButton label={label} />} />;
  return <MoreButton label={label} onClick={() => setWanted(true)} />;
}

function MoreButton(props: ComponentProps<typeof IconButton>) {
  return (
    <IconButton aria-haspopup="menu" {...props}>
      <EllipsisIcon aria-hidden />
    </IconButton>
  );
}
