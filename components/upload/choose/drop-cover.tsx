import { useTranslations } from 'next-intl';

export function DropCover() {
  const t = useTranslations('upload.drop');
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 z-50 bg-canvas/80 p-3 backdrop-blur-[2px]">
      <div className="grid size-full place-items-center rounded-card border-2 border-dashed border-accent">
        <p className="text-lg font-semibold tracking-tight text-accent">{t('over')}</p>
      </div>
    </div>
  );
}
