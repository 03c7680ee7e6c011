import { CheckIcon, Undo2Icon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Textarea } from '@/components/ui/form/textarea';
import { roundLimits, type SlotState } from '@/lib/domain/request/progress';
import type { Deciding } from './use-decision';

type DecideCellProps = {
  state: SlotState;
  decision: Deciding;
  isAgain: boolean;
  setAgain: (isAgain: boolean) => void;
};

export function DecideCell({ state, decision, isAgain, setAgain }: DecideCellProps) {
  const t = useTranslations('request.cell');
  const asked = useTranslations('asked.state');
  return (
    <div className="mb-6 flex flex-col gap-3">
      {decision.changed && <Banner tone="error">{t('changed', { state: asked(decision.changed) })}</Banner>}
      <FailureBanner error={decision.error} />
      {isAgain ? (
        <AskAgain decision={decision} onLeave={() => setAgain(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {state === 'accepted' ? (
            <Button tone="quiet" pending={decision.isPending} onClick={() => decision.decide(null)}>
              <Undo2Icon aria-hidden />
              {t('undo')}
            </Button>
          ) : (
            <Button
              pending={decision.isPending}
              onClick={() => decision.decide('accepted')}
              aria-keyshortcuts="a"
            >
              <CheckIcon aria-hidden />
              {t('accept')}
              <Key>A</Key>
            </Button>
          )}
          <Button tone="quiet" onClick={() => setAgain(true)} aria-keyshortcuts="r">
            {t('again')}
            <Key>R</Key>
          </Button>
        </div>
      )}
    </div>
  );
}

const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="rounded border border-line px-1 font-sans text-xs/4 max-sm:hidden pointer-coarse:hidden"
  >
    {children}
  </kbd>
);

function AskAgain({ decision, onLeave }: { decision: Deciding; onLeave: () => void }) {
  const t = useTranslations('request.cell');
  const cancel = useTranslations('alias.form');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decision.decide('again', reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-3">
      <Field label={t('reason')} hint={t('reasonHint')}>
        <Textarea
          rows={2}
          autoFocus
          maxLength={roundLimits.reasonChars}
          value={reason}
          onValueChange={setReason}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" pending={decision.isPending}>
          {t('again')}
        </Button>
        <Button tone="ghost" onClick={onLeave}>
          {cancel('cancel')}
        </Button>
      </div>
    </form>
  );
}
