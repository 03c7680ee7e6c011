'use client';

import { LinkIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import type { CallError } from '@/lib/client/call';
import { useFailureText } from '@/lib/client/use-failure-text';

type SubmitPartProps = {
  count: number;
  isPending: boolean;
  problem: string | undefined;
  failure: CallError | null;
  onOnly: () => void;
};

/** The link is what most people came for, so it is the button; keeping the share private is beside it. */
export function SubmitPart({ count, isPending, problem, failure, onOnly }: SubmitPartProps) {
  const t = useTranslations('create.submit');
  const failureText = useFailureText();
  const trouble = problem ?? (failure ? failureText(failure) : null);
  return (
    <div className="flex flex-col gap-4 border-t border-line p-5">
      {trouble && <Banner tone="error">{trouble}</Banner>}
      <div className="flex flex-wrap-reverse justify-end gap-2 max-sm:flex-col-reverse">
        <Button tone="ghost" disabled={isPending} onClick={onOnly}>
          {t(count > 0 ? 'only' : 'onlyNote')}
        </Button>
        <Button type="submit" pending={isPending}>
          <LinkIcon aria-hidden />
          {t(count > 0 ? 'publish' : 'publishNote')}
        </Button>
      </div>
    </div>
  );
}
