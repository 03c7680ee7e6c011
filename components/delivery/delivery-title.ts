import { useFormatter, useTranslations } from 'next-intl';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { senderOf } from '@/lib/domain/title';

type TitledDelivery = Pick<DeliveryItem, 'name' | 'email' | 'reference' | 'title' | 'number' | 'created'>;

/** Says who sent it, else what it says, else its number. */
export function useDeliveryTitle(): (delivery: TitledDelivery) => string {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  return (delivery) =>
    senderOf(delivery) ??
    delivery.title ??
    (delivery.number > 0
      ? t('numbered', { number: String(delivery.number) })
      : t('unnamed', { date: format.dateTime(delivery.created, dateTimeFormat('medium')) }));
}
