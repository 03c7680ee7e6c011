import { useTranslations } from 'next-intl';
import type { FormEvent, ReactNode } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';

type RoundFormProps = {
  children: ReactNode;
  sendLabel: string;
  error: Error | null;
  isPending: boolean;
  /** @returns false if a field has a problem */
  onSend: () => boolean;
  onLeave: () => void;
};

/** A form above the board. */
export function RoundForm({ children, sendLabel, error, isPending, onSend, onLeave }: RoundFormProps) {
  const t = useTranslations('alias.form');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && !onSend()) focusFirstProblem(event.currentTarget);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="order-last flex w-full max-w-xl flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      {children}
      <FailureBanner error={error} />
      <div className="flex justify-end gap-2">
        <Button tone="ghost" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={isPending}>
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}
