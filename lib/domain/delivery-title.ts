import { cleanName } from './pasted/plain-text';
import { senderOf } from './title';

type DeliveryFacts = {
  name: string | null;
  email: string | null;
  reference: string | null;
  answers: readonly { value: string; kind: string | null }[];
};

/** Names a delivery by who sent it, what it was called, or the first short answer; longer ones may be private. */
export const deliveryTitle = (delivery: DeliveryFacts, title: string | null): string | null =>
  senderOf(delivery) ??
  title ??
  (shortLine(delivery.answers.find(({ kind }) => kind === 'text')?.value ?? '') || null);

const shortLine = (text: string): string =>
  Array.from(cleanName(text.replace(/\s+/g, ' ')))
    .slice(0, 80)
    .join('');
