import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Receipt } from '@/components/receipt/receipt';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('receipt');
  return { title: t('title') };
}

export default function ReceiptPage() {
  return <Receipt />;
}
