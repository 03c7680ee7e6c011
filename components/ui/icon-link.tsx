import type { LinkProps } from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import type { Button } from './button';
import { ButtonLink } from './button-link';

type IconLinkProps<R> = {
  href: LinkProps<R>['href'];
  tone?: NonNullable<ComponentProps<typeof Button>['tone']>;
  label: string;
  children: ReactNode;
};

/** A link that is only an icon: `label` is its name and its hint. */
export function IconLink<R>({ label, tone = 'ghost', href, children }: IconLinkProps<R>) {
  return (
    <ButtonLink href={href} tone={tone} size="icon" aria-label={label} title={label}>
      {children}
    </ButtonLink>
  );
}
