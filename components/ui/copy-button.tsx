'use client';
import { CheckIcon, CopyIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button';

type CopyButtonProps = {
  text: string;
  label: string;
  copiedLabel: string;
  failedLabel: string;
  tone?: 'primary' | 'quiet' | 'ghost';
  iconOnly?: boolean;
  autoFocus?: boolean | undefined;
};

export function CopyButton({
  text,
  label,
  copiedLabel,
  failedLabel,
  tone,
  iconOnly,
  autoFocus,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const outcomeLabel = outcome && (outcome === 'copied' ? copiedLabel : failedLabel);
  const copy = () => copyText(text).then((copied) => setOutcome(copied ? 'copied' : 'failed'));
  const icon = outcome === 'copied' ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />;
  return (
    <>
      {iconOnly ? (
        <IconButton tone={tone ?? 'ghost'} label={outcomeLabel ?? label} onClick={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button tone={tone ?? 'primary'} autoFocus={autoFocus} onClick={copy}>
          {icon}
          {outcomeLabel ?? label}
        </Button>
      )}
      <span role="status" className="sr-only">
        {outcomeLabel}
      </span>
    </>
  );
}

/** Falls back to `execCommand` on plain http, where browsers hide the clipboard API. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;opacity:0';
  // Inside an open dialog only what is inside it too may take the focus.
  (before?.closest('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
