'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ReportTo } from './report-form';

const ReportForm = dynamic(() => import('./report-form').then((part) => part.ReportForm), { ssr: false });

/** At the foot of the page. Its dialog loads on click. */
export function ReportLink({ to, label }: { to: ReportTo; label: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <div className="mt-16 -ml-3.5">
      <Button tone="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen !== null && <ReportForm to={to} open={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
