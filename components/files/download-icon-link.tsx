import { DownloadIcon } from 'lucide-react';
import { ButtonAnchor } from '@/components/ui/button';

/** Uses a plain link, so that the download continues in the browser when the page is left. */
export function DownloadIconLink({ href, label }: { href: string; label: string }) {
  return (
    <ButtonAnchor tone="ghost" size="icon" href={href} download aria-label={label} title={label}>
      <DownloadIcon aria-hidden />
    </ButtonAnchor>
  );
}
