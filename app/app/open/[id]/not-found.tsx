import { DeadLink } from '@/components/open/dead-link';

export default function NotFound() {
  return <DeadLink />;
}
