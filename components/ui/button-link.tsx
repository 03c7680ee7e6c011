import type { LinkProps } from 'next/link';
import { Link } from '@/components/ui/link';
import { ButtonContent, type ButtonLook, buttonLook, type Unstyled } from './button-look';

export function ButtonLink<R>({ tone, size, children, ...props }: Unstyled<LinkProps<R>> & ButtonLook) {
  return (
    <Link {...props} className={buttonLook({ ...(tone && { tone }), ...(size && { size }) })}>
      <ButtonContent pending={false}>{children}</ButtonContent>
    </Link>
  );
}
