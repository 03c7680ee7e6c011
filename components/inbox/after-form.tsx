'use client';

export { rememberInbox } from '@/lib/client/shared-in/last-inbox';

import { distinguishTwins } from '@/lib/client/upload/choose/collect';
import type { Delivery, DeliverySnapshot } from './delivery';
import { DeliveryResult } from './delivery-result';
import { DeliverySending } from './delivery-sending';

type AfterFormProps = { delivery: Delivery; state: DeliverySnapshot; onAgain: () => Delivery };

export function AfterForm({ delivery, state, onAgain }: AfterFormProps) {
  if (state.step === 'uploading') return <DeliverySending delivery={delivery} onAgain={onAgain} />;
  return (
    <DeliveryResult
      delivery={delivery}
      onAgain={onAgain}
      onMore={async (collecting) => {
        const { upload } = onAgain();
        upload.add(await distinguishTwins(await collecting, upload.queue));
      }}
    />
  );
}
