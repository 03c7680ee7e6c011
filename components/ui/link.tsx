import NextLink, { type LinkProps } from 'next/link';

/**
 * Disables prefetching: pages are rendered per person, so Next could prefetch only route trees, at ten requests per
 * page.
 */
export const Link = <R,>(props: LinkProps<R>) => <NextLink prefetch={false} {...props} />;
