import { type ReactNode, useId } from 'react';

type SettingsSectionProps = { title: string; lead?: string; children: ReactNode };

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-base font-medium">
          {title}
        </h2>
        {lead && <p className="mt-1 text-sm text-muted text-pretty">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
