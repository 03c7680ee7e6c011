'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link';
import { adminPaths } from '@/lib/admin-paths';
import { useViewer } from '@/lib/client/session/session';

/** Behind a sentence that says that the server sends no e-mail: who can change that, and where. */
export function MailOff() {
  const t = useTranslations();
  if (!useViewer()?.admin) return t('mail.askAdmin');
  return (
    <Link href={adminPaths.serverRoom('mail')} className="underline underline-offset-4">
      {t('home.firstSteps.mail.title')}
    </Link>
  );
}
