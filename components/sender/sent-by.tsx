import { useTranslations } from 'next-intl';
import type { Sender } from '@/lib/contract/share/sender';
import { SenderColor } from './sender-color';
import { SenderHead } from './sender-head';

/** For the doors before a share. */
export function SentBy({ sender }: { sender: Sender | null }) {
  const t = useTranslations('open');
  if (sender === null) return null;
  const label = t('from', { name: sender.name });
  if (sender.isLogin) return <p className="mt-1 text-sm text-muted">{label}</p>;
  return (
    <div className="mt-4 mb-4">
      <SenderColor color={sender.color} />
      <SenderHead sender={sender} label={label} />
    </div>
  );
}
