'use client';

import { CheckIcon, CopyIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import type { Tone } from './looks';

type CopyButtonProps = { text: string; label: string; copied: string; tone?: Tone };

/** Copies and says so, to eyes and ears. Without a secure context the old way of copying still works. */
export function CopyButton({ text, label, copied, tone = 'primary' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);

  return (
    <>
      <Button tone={tone} onClick={async () => setCopied(await copy(text))}>
        {isCopied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        {isCopied ? copied : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? copied : ''}
      </span>
    </>
  );
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text });
    document.body.append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}
