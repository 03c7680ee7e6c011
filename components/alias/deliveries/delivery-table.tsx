import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { LongRows } from '@/components/list/long-rows';
import { CheckCell, Row, RowLink, rowActCell } from '@/components/ui/row';
import { rowsLook, tableLook } from '@/components/ui/table';
import { useBytes } from '@/lib/client/use-bytes';
import type { DeliveryItem } from '@/lib/contract/alias/deliveries';
import { answerText } from '@/lib/domain/inbox/answers';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';
import { AddToAlbum, useSetDone } from './delivery-actions';

const rowHeight = 64;

type DeliveryTableProps = {
  items: readonly DeliveryItem[];
  questions: readonly string[];
  hasAlbum: boolean;
  isStale: boolean;
};

export function DeliveryTable({ items, questions, hasAlbum, isStale }: DeliveryTableProps) {
  const t = useTranslations('deliveries');
  const before = items.flatMap(({ answers }) => answers.map(({ label }) => label));
  const columns = [...new Set([...questions, ...before])];
  const head = 'py-2 font-normal';
  return (
    <div className="overflow-x-auto">
      <table aria-label={t('title')} aria-busy={isStale} className={tableLook}>
        <thead className="text-left text-xs text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className={`${head} w-9`}>
              <span className="sr-only">{t('column.done')}</span>
            </th>
            {hasAlbum && <td aria-hidden />}
            <th scope="col" className={`${head} pl-2`}>
              {t('column.sender')}
            </th>
            {columns.map((label) => (
              <th key={label} scope="col" className={`${head} hidden max-w-40 truncate pl-6 lg:table-cell`}>
                {label}
              </th>
            ))}
            <th scope="col" className={`${head} hidden pl-6 text-right sm:table-cell`}>
              {t('column.files')}
            </th>
            <th scope="col" className={`${head} hidden pr-2 pl-6 text-right sm:table-cell`}>
              {t('column.received')}
            </th>
          </tr>
        </thead>
        <LongRows as="tbody" rows={items} rowHeight={rowHeight} className={rowsLook}>
          {(item) => <DeliveryRow key={item.id} {...{ item, columns, hasAlbum }} />}
        </LongRows>
      </table>
    </div>
  );
}

type DeliveryRowProps = {
  item: DeliveryItem;
  columns: readonly string[];
  hasAlbum: boolean;
};

function DeliveryRow({ item, columns, hasAlbum }: DeliveryRowProps) {
  const t = useTranslations('deliveries');
  const list = useTranslations('share.list');
  const format = useFormatter();
  const sizeText = useBytes();
  const locale = useLocale();
  const { id, number, name, email, reference, created, files, size } = item;
  const { isOn, set } = useSetDone(id, item.done);
  const answers = item.answers.map((answer) => ({
    label: answer.label,
    text: answerText(answer, locale),
  }));
  const date = format.dateTime(created, dateTimeFormat('medium'));
  const numbered = number > 0 ? t('numbered', { number: String(number) }) : t('unnamed', { date });
  const title = name ?? email ?? reference ?? item.title ?? numbered;
  const facts = [numbered, item.title, email, reference].filter((fact) => fact !== null && fact !== title);
  const amount = `${list('fileCount', { count: files })} · ${sizeText(size)}`;
  const answerTo = (label: string) => answers.find((answer) => answer.label === label)?.text ?? '';
  return (
    <Row className={`group h-16 ${item.done ? 'text-muted' : ''}`}>
      <CheckCell label={t('tick', { name: title })} checked={isOn} onCheckedChange={set} />
      {hasAlbum && <td className="w-11">{files > 0 && <AddToAlbum id={id} isSmall />}</td>}
      <td className={`w-full max-w-0 py-2 pl-2 lg:w-auto lg:max-w-72 ${rowActCell}`}>
        <span className="flex items-center gap-2">
          <RowLink href={paths.share(id)}>{title}</RowLink>
          {item.unread && <span className="shrink-0 text-xs font-medium text-accent">{t('new')}</span>}
          {item.isLate && <span className="shrink-0 text-xs text-muted">{t('isLate')}</span>}
        </span>
        <span className="mt-0.5 block truncate text-xs text-muted tabular-nums">
          {facts.join(' · ')}
          {item.incomplete > 0 && (
            <span>
              {facts.length > 0 && ' · '}
              {t('missing', { count: item.incomplete })}
            </span>
          )}
        </span>
        <span className="mt-0.5 block text-xs text-muted tabular-nums sm:hidden">
          {amount} · {date}
        </span>
        {answers.map(({ label, text }) => (
          <span key={label} className="mt-0.5 block truncate text-xs text-muted lg:hidden">
            <span className="text-faint">{label}</span> {text}
          </span>
        ))}
      </td>
      {columns.map((label) => (
        <td
          key={label}
          title={answerTo(label)}
          className="hidden max-w-40 truncate pl-6 text-sm text-muted lg:table-cell"
        >
          {answerTo(label)}
        </td>
      ))}
      <td className="hidden pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums sm:table-cell">
        {amount}
      </td>
      <td
        className="hidden pr-2 pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums sm:table-cell"
        title={format.dateTime(created, dateTimeFormat('full'))}
      >
        {date}
      </td>
    </Row>
  );
}
