import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MailLink } from '@/components/mail-link/mail-link';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('mailLink');
  return { title: t('title') };
}

export default function MailLinkPage() {
  return <MailLink />;
}
