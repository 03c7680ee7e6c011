import { useFormatter, useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/use-bytes';
import {
  type ActivityField,
  type ActivityItem,
  activityFields,
  activityKinds,
} from '@/lib/contract/activity/activity';
import { dateTimeFormat } from '@/lib/domain/time/moment';

/** Describes an activity. Kinds and fields of a newer version are displayed by their raw names. */
export function useActivityWords() {
  const t = useTranslations('share.activity');
  const detail = useTranslations('share.detail');
  const program = useTranslations('session');
  const format = useFormatter();
  const sizeText = useBytes();

  const fieldNames: Record<ActivityField, () => string> = {
    name: () => detail('fields.name'),
    description: () => detail('note.title'),
    validity: () => detail('fields.validity'),
    until: () => detail('fields.until'),
    maxViews: () => detail('fields.maxViews'),
    maxDownloads: () => detail('fields.maxDownloads'),
    password: () => detail('fields.password'),
    files: () => detail('facts.files'),
    recipients: () => detail('people.title'),
  };
  const titleOf = ({ kind: name, field: changed }: ActivityItem): string => {
    const kind = activityKinds.find((known) => known === name);
    const field = activityFields.find((known) => known === changed);
    if (kind === 'changed' && field) return t('changedField', { field: fieldNames[field]() });
    return kind ? t(`kind.${kind}`) : name;
  };

  const programOf = ({ browser, system }: ActivityItem) =>
    browser && system ? program('name', { browser, system }) : (browser ?? system);
  const receiversOf = ({ receivers, receiverCount }: ActivityItem) =>
    receivers.length > 0 ? t('to', { list: receivers.join(', ') }) : t('toSome', { count: receiverCount });

  const factsOf = (item: ActivityItem): string[] => {
    const { kind, by, recipient, until, files, size, address } = item;
    const facts = [
      recipient,
      kind === 'mailed' && receiversOf(item),
      files !== null && detail('summary', { count: files, size: sizeText(size ?? 0) }),
      until !== null && t('until', { date: format.dateTime(until, dateTimeFormat('medium')) }),
      by !== null && t('by', { name: by }),
      address,
      programOf(item),
    ];
    return facts.filter((fact) => typeof fact === 'string');
  };
  return { titleOf, factsOf };
}
