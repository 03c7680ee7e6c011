'use client';

import { LinkIcon, SendIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { SendBar, StartButton } from '@/components/upload/send-bar';
import type { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { useBytes } from '@/lib/client/use-bytes';

type SubmitPartProps = {
  queue: UploadQueue;
  isPending: boolean;
  problem: string | undefined;
  obstacle: string | null;
  failure: CallError | null;
  isPublishing: boolean;
  recipientCount: number;
  /** Submits the other way: publishes, or not. */
  onOther: () => void;
};

export function SubmitPart(props: SubmitPartProps) {
  const { queue, isPending, problem, obstacle, failure, isPublishing, recipientCount, onOther } = props;
  const t = useTranslations('create.submit');
  const failureText = useFailureText();
  const count = useUploads(queue).ids.length;
  const withoutLink = t(count > 0 ? 'only' : 'onlyNote');
  const withLink =
    recipientCount > 0 ? (
      <>
        <SendIcon aria-hidden />
        {t('send', { count: recipientCount })}
      </>
    ) : (
      <>
        <LinkIcon aria-hidden />
        {t(count > 0 ? 'publish' : 'publishNote')}
      </>
    );
  const other = (
    <Button tone="ghost" disabled={isPending || obstacle !== null} onClick={onOther}>
      {isPublishing ? withoutLink : withLink}
    </Button>
  );
  return (
    <>
      {/* Only the submit button stays in view on phones. */}
      <div className="flex flex-col px-4 pb-4 sm:hidden">{other}</div>
      <SendBar
        trouble={obstacle ?? problem ?? (failure ? failureText(failure) : null)}
        summary={count > 0 && <Summary queue={queue} />}
      >
        <div className="max-sm:hidden">{other}</div>
        <div className="flex gap-2 max-sm:[&>[type=submit]]:flex-1">
          <StartButton isOff={count === 0 || isPending || obstacle !== null} />
          <Button type="submit" pending={isPending} disabled={obstacle !== null}>
            {isPublishing ? withLink : withoutLink}
          </Button>
        </div>
      </SendBar>
    </>
  );
}

function Summary({ queue }: { queue: UploadQueue }) {
  const t = useTranslations('create.submit');
  const sizeText = useBytes();
  const { ids, totalBytes } = useUploads(queue);
  return (
    <>
      <p className="max-sm:mr-auto">{t('summary', { count: ids.length, size: sizeText(totalBytes) })}</p>
      <Button tone="ghost" onClick={() => queue.remove(ids)}>
        {t('clear')}
      </Button>
    </>
  );
}
