import { clsx } from 'clsx';
import { InboxIcon, UploadIcon } from 'lucide-react';
import type { LinkProps } from 'next/link';
import { Link } from '@/components/ui/link';

const icons = { share: UploadIcon, receive: InboxIcon } as const;

type TileProps<R> = {
  icon: keyof typeof icons;
  href: LinkProps<R>['href'];
  title: string;
  text: string;
  /** The text on touch screens, where nothing can be dropped. */
  textTouch?: string;
  /** Raised above the page. */
  isFirst?: boolean;
};

export function Tile<R>({ icon, href, title, text, textTouch = text, isFirst = false }: TileProps<R>) {
  const Icon = icons[icon];
  return (
    <Link
      href={href}
      className={clsx(
        'flex flex-col gap-4 rounded-card border border-line p-6 transition-[border-color,scale] duration-100 hover:border-edge active:scale-[0.99] motion-reduce:active:scale-100 max-sm:flex-row sm:min-h-44 sm:justify-between',
        isFirst && 'bg-raised shadow-card',
      )}
    >
      <Icon
        aria-hidden
        className={clsx('size-6 shrink-0 max-sm:mt-0.5', isFirst ? 'text-ink' : 'text-faint')}
        strokeWidth={1.75}
      />
      <span>
        <span className="block text-xl font-semibold tracking-tight">{title}</span>
        <span className="mt-1 block text-sm text-muted text-pretty pointer-coarse:hidden">{text}</span>
        <span className="mt-1 hidden text-sm text-muted text-pretty pointer-coarse:block">{textTouch}</span>
      </span>
    </Link>
  );
}
