import NextLink, { type LinkProps } from 'next/link';

/**
 * A link inside the product. Nothing is fetched ahead: every page is made for one person at one moment, so Next could
 * only have the tree of its route, and each page would make ten requests for those.
 */
export const Link = <R,>(props: LinkProps<R>) => <NextLink prefetch={false} {...props} />;
