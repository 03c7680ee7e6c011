'use client';

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { CheckIcon } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

type MenuProps = { trigger: ReactElement; children: ReactNode };

const popup =
  'min-w-48 max-w-72 rounded-control bg-raised p-1 text-sm text-ink shadow-card ring-1 ring-line outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0 motion-reduce:transition-none';

const row =
  'flex h-9 w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-highlighted:bg-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-faint';

/** Opens below its trigger; arrow keys, typing and Esc work as in any menu. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-50 outline-none">
          <BaseMenu.Popup className={popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export function MenuLink({
  href,
  children,
}: {
  href: ComponentProps<typeof Link>['href'];
  children: ReactNode;
}) {
  return (
    <BaseMenu.Item render={<Link href={href} />} className={row}>
      {children}
    </BaseMenu.Item>
  );
}

export function MenuButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item onClick={onClick} className={row}>
      {children}
    </BaseMenu.Item>
  );
}

type Choice<V extends string> = { value: V; label: string; lang?: string };

/** One of several: the chosen one has the tick. */
export function MenuChoices<V extends string>(props: {
  value: V;
  onValueChange: (value: V) => void;
  choices: readonly Choice<V>[];
}) {
  return (
    <BaseMenu.RadioGroup value={props.value} onValueChange={(value) => props.onValueChange(value as V)}>
      {props.choices.map(({ value, label, lang }) => (
        <BaseMenu.RadioItem
          key={value}
          value={value}
          lang={lang}
          closeOnClick
          className={clsx(row, 'justify-between')}
        >
          {label}
          <BaseMenu.RadioItemIndicator>
            <CheckIcon aria-hidden />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}

/** Words that are no choice, such as who is signed in. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="truncate px-2.5 pt-2 pb-1.5 text-xs text-muted">{children}</div>;
}

export function MenuLine() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />;
}
