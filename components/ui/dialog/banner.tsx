import { CircleAlertIcon, CircleCheckIcon, InfoIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  error: { role: 'alert', Icon: CircleAlertIcon, look: 'border-danger/40 bg-danger/6', icon: 'text-danger' },
  success: { role: 'status', Icon: CircleCheckIcon, look: 'border-line bg-sunken', icon: 'text-live' },
  info: { role: 'status', Icon: InfoIcon, look: 'border-line bg-sunken', icon: 'text-faint' },
} as const;

type BannerProps = {
  tone: keyof typeof tones;
  children: ReactNode;
  action?: ReactNode;
};

export function Banner({ tone, children, action }: BannerProps) {
  const { role, Icon, look, icon } = tones[tone];
  return (
    <div
      role={role}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border px-3 py-2 text-sm ${look}`}
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${icon}`} />
        <div className="min-w-0 wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  );
}
