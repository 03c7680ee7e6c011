import { useFormatter, useTranslations } from 'next-intl';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { deliveryTitle } from '@/lib/domain/delivery-title';
import { dateTimeFormat } from '@/lib/domain/time/moment';

type TitledDelivery = Pick<
  DeliveryItem,
  'name' | 'email' | 'reference' | 'answers' | 'title' | 'firstFile' | 'files' | 'number' | 'created'
>;

/** Says who sent it, else what it says or holds, else its number. */
export function useDeliveryTitle(): (delivery: TitledDelivery) => string {
  const t = useTranslations('deliveries');
  const ofFiles = useTranslations('files');
  const format = useFormatter();
  return (delivery) =>
    deliveryTitle(delivery, delivery.title) ??
    (delivery.firstFile !== null
      ? ofFiles('ofFiles', { name: delivery.firstFile, count: Math.max(0, delivery.files - 1) })
      : null) ??
    (delivery.number > 0
      ? t('numbered', { number: String(delivery.number) })
      : t('unnamed', { date: format.dateTime(delivery.created, dateTimeFormat('medium')) }));
}
