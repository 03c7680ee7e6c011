'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { clsx } from 'clsx';
import type { LinkProps } from 'next/link';
import type { ReactElement, ReactNode } from 'react';
import { Link } from '@/components/ui/link';

const item = (tone: 'plain' | 'danger' = 'plain') =>
  clsx(
    'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11',
    'data-disabled:opacity-45 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint',
    tone === 'danger' && 'text-danger [&_svg]:text-danger',
  );

type MenuProps = {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  startsOpen?: boolean;
};

export function Menu({ trigger, children, align = 'end', startsOpen = false }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-20 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-52 max-w-72 origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:-translate-y-1 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = {
  onSelect: () => void;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  hint?: string | undefined;
  /** Undefined for items that can't fail. Otherwise the menu stays open on click to display the failure. */
  failure?: string | null;
  children: ReactNode;
};

export function MenuItem({ onSelect, tone, disabled = false, hint, failure, children }: MenuItemProps) {
  const row = (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      closeOnClick={failure === undefined}
      aria-description={hint}
      className={clsx(item(tone), failure && 'flex-wrap py-2')}
    >
      {children}
      {/* A menu may hold nothing but items, so the failure is part of the item. */}
      {failure !== undefined && (
        <span role="alert" className="w-full text-danger empty:hidden">
          {failure}
        </span>
      )}
    </Base.Item>
  );
  return hint ? <Tooltip text={hint}>{row}</Tooltip> : row;
}

export function MenuLink<R>({ href, children }: Pick<LinkProps<R>, 'href' | 'children'>) {
  return (
    <Base.LinkItem closeOnClick render={<Link href={href} />} className={item()}>
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

/** Visual only: the text must be available elsewhere too. */
function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger delay={400} render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="z-30">
          <BaseTooltip.Popup className="max-w-64 rounded-control border border-transparent bg-ink px-2.5 py-1.5 text-xs text-canvas transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
