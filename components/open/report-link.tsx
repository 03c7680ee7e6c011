'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { ReportTo } from './report-form';

const ReportForm = dynamic(() => import('./report-form').then((part) => part.ReportForm), { ssr: false });

/** At the foot of the page, and in a phone's menu (components/nav/bar-menu.tsx). Its dialog loads on click. */
export function ReportLink({ to, label }: { to: ReportTo; label: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useEffect(() => {
    const entry = document.getElementById('bar-report');
    if (!entry) return;
    entry.hidden = false;
    entry.onclick = () => setOpen(true);
    return () => {
      entry.hidden = true;
    };
  }, []);
  return (
    <div className="mt-16 -ml-3.5">
      <Button tone="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen !== null && <ReportForm to={to} open={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
