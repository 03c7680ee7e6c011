'use client';

import type { Route } from 'next';
import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { useViewer } from '@/lib/client/session/session';
import { paths } from '@/lib/paths';

/** Behind a sentence that says that the server sends no e-mail: who can change that, and where. */
export function MailOff() {
  const t = useTranslations();
  if (!useViewer()?.admin) return t('mail.askAdmin');
  return (
    <Link href={`${paths.server}#mail` as Route} className="underline underline-offset-4">
      {t('home.firstSteps.mail.title')}
    </Link>
  );
}
