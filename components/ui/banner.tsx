import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  danger: { Icon: CircleAlertIcon, colour: 'text-danger', role: 'alert' },
  warn: { Icon: TriangleAlertIcon, colour: 'text-warn', role: 'status' },
  success: { Icon: CircleCheckIcon, colour: 'text-live', role: 'status' },
  info: { Icon: InfoIcon, colour: 'text-faint', role: 'status' },
} as const;

type BannerProps = { tone: keyof typeof looks; children: ReactNode; action?: ReactNode };

/** A sentence about the whole screen or form, read aloud when it appears, with the way out beside it. */
export function Banner({ tone, children, action }: BannerProps) {
  const { Icon, colour, role } = looks[tone];
  return (
    <div
      role={role}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-raised px-4 py-3 text-sm ring-1 ring-line"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1 basis-48 break-words">{children}</div>
      {action}
    </div>
  );
}
