'use client';

import { LinkIcon, SendIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { MoreActions } from '@/components/ui/dialog/more-actions';
import { SendBar } from '@/components/upload/send-bar';
import { StartButton } from '@/components/upload/start-button';
import type { CallError } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import type { UploadQueue } from '@/lib/client/upload/queue';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import { recipientCount, type ShareForm } from './share-form';

type SubmitPartProps = {
  queue: UploadQueue;
  /** Chosen files aren't listed yet. */
  isReading: boolean;
  isPending: boolean;
  problem: string | undefined;
  obstacle: string | null;
  failure: CallError | null;
  isPublishing: boolean;
  form: ShareForm;
  /** Submits the other way: publishes, or not. */
  onOther: () => void;
  onStart: () => void;
  onClear: () => void;
};

export function SubmitPart(props: SubmitPartProps) {
  const { queue, isReading, isPending, problem, obstacle, failure, isPublishing, form, ...acts } = props;
  const t = useTranslations('create.submit');
  const failureText = useFailureText();
  const { ids } = useUploads(queue);
  const isStuck = isReading || isPending || obstacle !== null;
  const withLink = <PublishWords form={form} />;
  return (
    <SendBar trouble={obstacle ?? problem ?? (failure ? failureText(failure) : null)} summary={null}>
      {/* Reversed, so that the keyboard comes to the submit button first; on phones it has a line of its own. */}
      <div className="flex w-full flex-row-reverse gap-2 max-sm:flex-wrap max-sm:[&>[type=submit]]:basis-full">
        <Button type="submit" pending={isPending} disabled={obstacle !== null}>
          {isPublishing ? withLink : t('only')}
        </Button>
        <StartButton queue={queue} isOff={isStuck} onStart={acts.onStart} />
        <span className="mr-auto flex">
          <MoreActions
            label={t('more')}
            actions={[
              { label: isPublishing ? t('only') : t('publish'), onSelect: acts.onOther, isOff: isStuck },
              { label: t('clear'), onSelect: acts.onClear, isOff: ids.length === 0 },
            ]}
          />
        </span>
      </div>
    </SendBar>
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
