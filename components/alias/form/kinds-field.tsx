import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/form/checkbox';
import { type TypeGroup, typeGroups } from '@/lib/domain/inbox/inbox-form';
import { FieldGroup } from './field-group';

type KindsFieldProps = { groups: readonly TypeGroup[]; onChange: (groups: TypeGroup[]) => void };

/** The kinds of files that are taken. */
export function KindsField({ groups, onChange }: KindsFieldProps) {
  const t = useTranslations('alias.senders');
  return (
    <FieldGroup title={t('kinds')} hint={t('kindsHint')}>
      <div className="flex flex-wrap gap-x-6">
        {typeGroups.map((group) => (
          <Checkbox
            key={group}
            label={t(`groups.${group}`)}
            checked={groups.includes(group)}
            onChange={({ target }) =>
              onChange(typeGroups.filter((one) => (one === group ? target.checked : groups.includes(one))))
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
