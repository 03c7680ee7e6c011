import type { Strength } from '@/lib/domain/account/account-password';

const steps: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];

/** The rating again, for the eye. @param strength null: not acceptable at all */
export function StrengthBar({ strength }: { strength: Strength | null }) {
  const reached = strength === null ? -1 : steps.indexOf(strength);
  return (
    <span aria-hidden className="grid grid-cols-4 gap-1 pt-0.5">
      {steps.map((step, index) => (
        <span
          key={step}
          className={`h-0.5 rounded-full transition-colors duration-100 ${index <= reached ? 'bg-ink forced-colors:bg-[CanvasText]' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}
