import Missing from './app/not-found';

export default function NotFound() {
  return (
    <main className="px-6">
      <Missing />
    </main>
  );
}
