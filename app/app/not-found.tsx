import { Missing } from '@/components/app/missing';

export default function NotFound() {
  return <Missing />;
}
