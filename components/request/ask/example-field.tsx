import { PaperclipIcon, XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { Button, IconButton } from '@/components/ui/button';
import { roundLimits } from '@/lib/domain/request/progress';

type ExampleFieldProps = {
  example: File | null;
  isTooLarge: boolean;
  onChange: (example: File | null) => void;
};

const max = roundLimits.exampleBytes / 1024 ** 2;

/** A file that people get to see what is meant. */
export function ExampleField({ example, isTooLarge, onChange }: ExampleFieldProps) {
  const t = useTranslations('request.slot');
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const errorId = useId();
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="text-sm font-medium">{t('example')}</p>
      {example ? (
        <p className="flex max-w-full items-center gap-2 text-sm">
          <PaperclipIcon aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">{example.name}</span>
          <IconButton label={t('exampleRemove', { name: example.name })} onClick={() => onChange(null)}>
            <XIcon aria-hidden />
          </IconButton>
        </p>
      ) : (
        <Button tone="quiet" aria-describedby={hintId} onClick={() => input.current?.click()}>
          <PaperclipIcon aria-hidden />
          {t('exampleAdd')}
        </Button>
      )}
      <p id={hintId} className="text-xs text-muted">
        {t('exampleHint', { max })}
      </p>
      {isTooLarge && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {t('exampleTooLarge', { max })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('example')}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.files?.[0] ?? null);
          currentTarget.value = ''; // so that the same file once more is noticed
        }}
      />
    </div>
  );
}
