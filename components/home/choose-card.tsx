'use client';

import { UploadIcon } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { DropCover, useDropAnywhere } from '@/components/upload/choose/drop-anywhere';
import { PickButtons } from '@/components/upload/choose/pick-buttons';
import { type CarriedDrop, carryDrop } from '@/lib/client/upload/choose/carried-drop';
import { paths } from '@/lib/paths';

/** Hands chosen and dropped files on to the form of a new share. */
export function ChooseCard({ title }: { title: string }) {
  const t = useTranslations('home');
  const router = useRouter();
  const goOn = (drop: CarriedDrop) => {
    carryDrop(drop);
    router.push(paths.newShare);
  };
  const isOver = useDropAnywhere({
    onCollected: (files) => goOn({ files }),
    onText: (text) => goOn({ text }),
  });
  return (
    <section
      aria-labelledby="choose"
      className="flex flex-col items-center justify-center gap-5 rounded-card bg-raised px-6 py-8 text-center shadow-card ring-1 ring-line sm:min-h-56"
    >
      <UploadIcon aria-hidden className="size-6 max-sm:hidden" strokeWidth={1.75} />
      <div>
        <h2 id="choose" className="text-xl font-semibold tracking-tight text-balance">
          <Link href={paths.newShare} className="rounded-control underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-muted text-pretty pointer-coarse:hidden">{t('shareText')}</p>
        <p className="mt-1 hidden text-sm text-muted text-pretty pointer-coarse:block">
          {t('shareTextTouch')}
        </p>
      </div>
      <PickButtons onCollected={(files) => goOn({ files })} />
      {isOver && <DropCover />}
    </section>
  );
}
