'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

const ReportForm = dynamic(() => import('./report-form').then((part) => part.ReportForm), { ssr: false });

/** At the foot of the page. Its dialog loads on click. */
export function ReportLink({ linkId, label }: { linkId: string; label: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <div className="mt-16 -ml-3.5">
      <Button tone="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen !== null && <ReportForm linkId={linkId} open={isOpen} onOpenChange={setOpen} />}
    </div>
  );
}
