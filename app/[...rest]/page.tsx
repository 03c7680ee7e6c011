import { notFound } from 'next/navigation';

/**
 * Every path that nothing else answers. A route of its own, so that the frame around its answer is not sent ahead with
 * each page, as the root's not-found is.
 */
export default function Nowhere() {
  notFound();
}
