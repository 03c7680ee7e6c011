'use client';

import { LinkIcon, SendIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { SendBar, StartButton } from '@/components/upload/send-bar';
import type { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { recipientCount, type ShareForm } from './share-form';

type SubmitPartProps = {
  queue: UploadQueue;
  isPending: boolean;
  problem: string | undefined;
  obstacle: string | null;
  failure: CallError | null;
  isPublishing: boolean;
  form: ShareForm;
  /** Submits the other way: publishes, or not. */
  onOther: () => void;
};

export function SubmitPart(props: SubmitPartProps) {
  const { queue, isPending, problem, obstacle, failure, isPublishing, form, onOther } = props;
  const t = useTranslations('create.submit');
  const failureText = useFailureText();
  const { ids } = useUploads(queue);
  const isStuck = isPending || obstacle !== null;
  const withLink = <PublishWords form={form} />;
  const others = (
    <>
      <Button tone="ghost" disabled={isStuck} onClick={onOther}>
        {isPublishing ? t('only') : withLink}
      </Button>
      {ids.length > 0 && (
        <span className="mr-auto -ml-3.5 flex">
          <Button tone="ghost" onClick={() => queue.remove(ids)}>
            {t('clear')}
          </Button>
        </span>
      )}
    </>
  );
  return (
    <>
      {/* Only the submit button stays in view on phones. */}
      <div className="flex flex-row-reverse flex-wrap px-4 pb-4 sm:hidden">{others}</div>
      <SendBar trouble={obstacle ?? problem ?? (failure ? failureText(failure) : null)} summary={null}>
        {/* Reversed, so that the keyboard comes to the submit button first. */}
        <div className="flex w-full flex-row-reverse gap-2">
          <div className="flex flex-row-reverse gap-2 max-sm:w-full max-sm:[&>[type=submit]]:flex-1 max-[340px]:[&>[type=submit]_svg]:hidden">
            <Button type="submit" pending={isPending} disabled={obstacle !== null}>
              {isPublishing ? withLink : t('only')}
            </Button>
            <StartButton isOff={ids.length === 0 || isStuck} />
          </div>
          <div className="flex flex-1 flex-row-reverse gap-2 max-sm:hidden">{others}</div>
        </div>
      </SendBar>
    </>
  );
}

function PublishWords({ form }: { form: ShareForm }) {
  const t = useTranslations('create.submit');
  const tMail = useTranslations('mail');
  const count = recipientCount(form);
  return (
    <>
      {form.isMailed ? <SendIcon aria-hidden /> : <LinkIcon aria-hidden />}
      {count > 0 ? t('send', { count }) : form.isMailed ? tMail('send') : t('publish')}
    </>
  );
}
