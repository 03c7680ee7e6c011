import { InfoIcon, TriangleAlertIcon } from 'lucide-react';
import { OperatorText } from '@/components/nav/footer';

type AnnouncementProps = { text: string; kind: 'info' | 'warning' };

export function Announcement({ text, kind }: AnnouncementProps) {
  const isWarning = kind === 'warning';
  const Icon = isWarning ? TriangleAlertIcon : InfoIcon;
  return (
    <aside
      data-announcement
      className={`border-b ${isWarning ? 'border-warn/50 bg-warn/10' : 'border-line bg-sunken'}`}
    >
      <div className="mx-auto flex w-full max-w-5xl gap-2.5 px-6 py-2.5 text-sm">
        <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isWarning ? 'text-warn' : 'text-faint'}`} />
        <OperatorText text={text} />
      </div>
    </aside>
  );
}
