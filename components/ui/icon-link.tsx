import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink } from './button';

type IconLinkProps = Pick<ComponentProps<typeof ButtonLink>, 'href' | 'tone'> & {
  label: string;
  children: ReactNode;
};

/** A link that is only an icon: `label` is its name and its hint. */
export function IconLink({ label, tone = 'ghost', href, children }: IconLinkProps) {
  return (
    <ButtonLink href={href} tone={tone} size="icon" aria-label={label} title={label}>
      {children}
    </ButtonLink>
  );
}
