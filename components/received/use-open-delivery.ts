import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import { pushSearch } from '@/components/list/list-page';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { listViewSearch } from '@/lib/domain/list-view';
import { type DeliveryKey, deliveryKey } from './delivery-key';
import type { DeliverySearch } from './use-deliveries';
import { useUndoDone } from './use-undo-done';

export const rowIdOf = (id: string) => `delivery-${id}`;

export type OpenDelivery = ReturnType<typeof useOpenDelivery>;

/** The delivery that the URL names, and its neighbours in the list by keys and buttons. */
export function useOpenDelivery({ view, setView, items = [], marks, ...pages }: DeliverySearch) {
  const t = useTranslations('deliveries');
  const titleOf = useDeliveryTitle();
  const { mark, ended, forget } = useUndoDone(items, marks, view.at);
  const pane = useRef<HTMLElement>(null);
  const at = items.findIndex(({ id }) => id === view.at);
  const place = usePlace(at);
  useFocusInside(items.length);
  useFocusOn(view.at, pane);

  const open = (item: DeliveryItem | undefined) => {
    if (!item || item.id === view.at) return;
    // Back leads to the list, however many were read since.
    if (view.at === '') pushSearch(listViewSearch({ ...view, at: item.id }));
    else setView((now) => ({ ...now, at: item.id }));
    if (items.indexOf(item) > items.length - 5 && pages.hasNextPage && !pages.isFetchingNextPage)
      void pages.fetchNextPage();
  };
  const neighbour = (step: 1 | -1) => items[at < 0 ? place + Math.min(step, 0) : at + step];
  const finish = () => {
    if (view.at === '') return;
    mark(view.at, true);
    const from = at < 0 ? place : at + 1;
    const others = [...items.slice(from), ...items.slice(0, from)];
    open(others.find((item) => item.id !== view.at && !marks.isDone(item)));
  };
  const takeBack = () => {
    if (!ended) return;
    mark(ended.id, false);
    if (ended.wasOpen) setView((now) => ({ ...now, at: ended.id }));
    else document.getElementById(rowIdOf(ended.id))?.focus();
  };
  const actions: Record<DeliveryKey, () => void> = {
    next: () => open(neighbour(1) ?? (view.at === '' ? items[0] : undefined)),
    previous: () => open(neighbour(-1) ?? (view.at === '' ? items[0] : undefined)),
    done: finish,
    undo: takeBack,
  };
  useDeliveryKeys(pane, actions);
  return {
    ...actions,
    pane,
    ended,
    forget,
    marks: { ...marks, set: mark },
    title: items[at] ? titleOf(items[at]) : t('title'),
    hasNext: neighbour(1) !== undefined,
    hasPrevious: neighbour(-1) !== undefined,
    /** @param isDone for one that is not in the list */
    isDone: (isDone: boolean) => marks.isDone(items[at] ?? { id: view.at, done: isDone }),
    reopen: () => mark(view.at, false),
    listSearch: listViewSearch({ ...view, at: '' }),
  };
}

/** Remembers the place of a delivery that has left the list, because it is no longer new or is done. */
function usePlace(at: number): number {
  const place = useRef(0);
  useEffect(() => {
    if (at >= 0) place.current = at;
  }, [at]);
  return place.current;
}

/** Single letters work only while the focus is inside, so it begins there and returns when its row has gone. */
function useFocusInside(count: number) {
  const goIn = useEffectEvent((isFirst: boolean) => {
    const content = document.getElementById('content');
    const { activeElement } = document;
    const isLost = activeElement === document.body;
    // The link that led here is in the bar.
    const isInBar = isFirst && activeElement?.closest('header') && !content?.contains(activeElement);
    if (isLost || isInBar) content?.focus({ preventScroll: true });
  });
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that goes may have had the focus
  useEffect(() => {
    goIn(isFirst.current);
    isFirst.current = false;
  }, [count]);
}

/** Moves the focus with the selection: to its row, or to the delivery where the list is hidden. */
function useFocusOn(id: string, pane: RefObject<HTMLElement | null>) {
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    const row = document.getElementById(rowIdOf(id || last.current));
    last.current = id;
    if (row?.offsetParent) return row.focus();
    pane.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [id, pane]);
}

function useDeliveryKeys(
  pane: RefObject<HTMLElement | null>,
  actions: Record<DeliveryKey, () => void>,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = deliveryKey(event, pane.current);
    if (!key) return;
    event.preventDefault();
    actions[key]();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
