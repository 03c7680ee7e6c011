import { InboxIcon, LockIcon } from 'lucide-react';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Check } from '@/components/ui/check';
import { Row, rowAct, rowActCell, rowActLook } from '@/components/ui/row';
import { Status, StatusDot } from '@/components/ui/status-dot';
import { rowLinkLook, rowLook } from '@/components/ui/table-look';
import { useBytes } from '@/lib/client/use-bytes';
import type { ShareListItem } from '@/lib/contract/share-shapes';
import { moment } from '@/lib/domain/time/moment';
import { listedName } from '@/lib/domain/title';
import { paths } from '@/lib/paths';
import { shareState, stateTones } from '../share-state';
import type { ShareChoice } from './use-share-choice';

type ShareRowProps = { item: ShareListItem; choice?: ShareChoice };

/** A share among others; the whole row is its link. Facts for which there is no column yet stand under the name. */
export function ShareRow({ item, choice }: ShareRowProps) {
  const t = useTranslations('share.list');
  const format = useFormatter();
  const sizeText = useBytes();
  const state = shareState(item);
  const tone = stateTones[state];
  const word = t(`state.${state}`);
  const files = t('fileCount', { count: item.files });
  const size = sizeText(item.size);
  const downloads = t('downloads', { count: item.downloads });
  const date = format.dateTime(item.created, { dateStyle: 'medium' });
  const exactDate = format.dateTime(item.created, moment('full'));
  return (
    <Row className={choice?.isChosen(item.id) ? `${rowLook} bg-hover` : rowLook}>
      {choice && <ChooseShare item={item} choice={choice} />}
      <td aria-hidden className="hidden pr-4 pl-2 sm:table-cell">
        <StatusDot tone={tone} />
      </td>
      <td className={`w-full max-w-0 py-2 max-sm:pl-2 ${rowActCell}`}>
        <span className="flex items-center gap-2">
          <Link
            {...rowAct}
            href={paths.share(item.id)}
            prefetch={false}
            className={`${rowLinkLook} ${rowActLook}`}
          >
            {item.name ?? <span className="font-mono text-sm text-muted">{listedName(item)}</span>}
          </Link>
          {item.password && (
            <LockIcon role="img" aria-label={t('locked')} className="size-3.5 shrink-0 text-faint" />
          )}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs whitespace-nowrap text-muted tabular-nums sm:hidden">
          <Status tone={tone} label={word} />
          {[files, size, ...(item.downloads > 0 ? [downloads] : []), date].map((fact) => (
            <span key={fact} className="flex gap-x-1.5">
              <span aria-hidden>·</span> {fact}
            </span>
          ))}
        </span>
        {item.aliasInfo && (
          <span className="flex items-center gap-1.5 text-xs text-muted md:hidden">
            <InboxIcon aria-hidden className="size-3.5 shrink-0 text-faint" />
            <AliasOf item={item} />
          </span>
        )}
      </td>
      <td className="hidden max-w-28 pl-6 text-sm text-muted md:table-cell lg:max-w-40">
        <AliasOf item={item} />
      </td>
      <td className="hidden pl-4 text-sm whitespace-nowrap text-muted sm:table-cell md:pl-6">{word}</td>
      <td className="hidden min-w-24 pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums lg:table-cell">
        {t('upToViews', { count: item.maxViews })}
      </td>
      <td className="hidden pl-4 text-right text-sm whitespace-nowrap text-muted tabular-nums sm:table-cell md:min-w-24 md:pl-6">
        {files}
      </td>
      <td className="hidden pl-4 text-right text-sm text-muted tabular-nums sm:table-cell md:min-w-24 md:pl-6">
        {size}
      </td>
      <td className="hidden pl-6 text-right text-sm whitespace-nowrap text-muted tabular-nums lg:table-cell">
        {downloads}
      </td>
      <td
        className="hidden pr-2 pl-4 text-right text-sm whitespace-nowrap text-muted tabular-nums sm:table-cell md:min-w-32 md:pl-6"
        title={exactDate}
      >
        {date}
      </td>
    </Row>
  );
}

/** Where the share came in, or a dash. The link lies above the row's own. */
function AliasOf({ item: { aliasInfo } }: { item: ShareListItem }) {
  if (!aliasInfo) return '–';
  return (
    <Link
      href={paths.alias(aliasInfo.id)}
      prefetch={false}
      title={aliasInfo.name}
      className="relative z-1 block truncate py-0.5 underline-offset-4 hover:text-ink hover:underline"
    >
      {aliasInfo.name}
    </Link>
  );
}

function ChooseShare({ item, choice }: Required<ShareRowProps>) {
  const t = useTranslations('files');
  return (
    <td className="w-9">
      <span className="relative z-1 block">
        <Check
          label={t('choose', { name: listedName(item) })}
          checked={choice.isChosen(item.id)}
          onCheckedChange={(isOn) => choice.choose([item.id], isOn)}
        />
      </span>
    </td>
  );
}
