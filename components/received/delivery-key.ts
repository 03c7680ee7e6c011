import { pageKey } from '@/lib/client/page-key';

const keys = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  e: 'done',
  z: 'undo',
} as const;
export type DeliveryKey = (typeof keys)[keyof typeof keys];

/** Arrows scroll the open delivery. */
export function deliveryKey(event: KeyboardEvent, pane: Element | null): DeliveryKey | null {
  const pressed = pageKey(event);
  const wanted = Object.entries(keys).find(([one]) => one === pressed)?.[1];
  if (!wanted || (pressed?.startsWith('arrow') && pane?.contains(event.target as Element))) return null;
  return (wanted === 'done' || wanted === 'undo') && event.repeat ? null : wanted;
}
