import { Missing } from '@/components/app/missing';

export default function NotFound() {
  return (
    <main className="px-6">
      <Missing />
    </main>
  );
}
