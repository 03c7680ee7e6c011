import { DownloadIcon } from 'lucide-react';
import { ButtonAnchor } from '@/components/ui/button';

/** A plain link, so that the browser's own download carries on whatever the page does. */
export function DownloadIconLink({ href, label }: { href: string; label: string }) {
  return (
    <ButtonAnchor tone="ghost" size="icon" href={href} download aria-label={label} title={label}>
      <DownloadIcon aria-hidden />
    </ButtonAnchor>
  );
}
