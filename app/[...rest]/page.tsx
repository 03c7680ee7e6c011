import { notFound } from 'next/navigation';

/** A route of its own for unknown paths: Next sends a root not-found page ahead with every page. */
export default function Nowhere() {
  notFound();
}
