'use client';

import { LinkIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import type { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';

type SubmitPartProps = {
  count: number;
  isPending: boolean;
  problem: string | undefined;
  /** What keeps it from being sent at all; said before anybody tries. */
  obstacle: string | null;
  failure: CallError | null;
  /** Which of the two the form does when it is submitted. */
  isPublishing: boolean;
  /** Does the other. */
  onOther: () => void;
};

/** Either with a link or without one; what the person wants as a rule is the button, the other is beside it. */
export function SubmitPart(props: SubmitPartProps) {
  const { count, isPending, problem, obstacle, failure, isPublishing, onOther } = props;
  const t = useTranslations('create.submit');
  const failureText = useFailureText();
  const trouble = obstacle ?? problem ?? (failure ? failureText(failure) : null);
  const withoutLink = t(count > 0 ? 'only' : 'onlyNote');
  const withLink = (
    <>
      <LinkIcon aria-hidden />
      {t(count > 0 ? 'publish' : 'publishNote')}
    </>
  );
  return (
    <div className="flex flex-col gap-4 border-t border-line p-5">
      {trouble && <Banner tone="error">{trouble}</Banner>}
      <div className="flex flex-wrap-reverse justify-end gap-2 max-sm:flex-col-reverse">
        <Button tone="ghost" disabled={isPending || obstacle !== null} onClick={onOther}>
          {isPublishing ? withoutLink : withLink}
        </Button>
        <Button type="submit" pending={isPending} disabled={obstacle !== null}>
          {isPublishing ? withLink : withoutLink}
        </Button>
      </div>
    </div>
  );
}
