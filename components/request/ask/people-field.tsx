import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Textarea } from '@/components/ui/form/textarea';
import { useAppConfig } from '@/lib/client/app-config';
import type { WrongPeople } from '@/lib/contract/alias/round';
import { personFields } from '@/lib/domain/request/people-table';

type PeopleFieldProps = {
  table: string;
  wrong: WrongPeople;
  isMissing: boolean;
  onChange: (table: string) => void;
};

export function PeopleField({ table, wrong, isMissing, onChange }: PeopleFieldProps) {
  const t = useTranslations('request.people');
  const { mailEnabled } = useAppConfig();
  const error = isMissing ? t('none') : wrong.length > 0 && <WrongRows wrong={wrong} />;
  return (
    <Field label={t('label')} hint={mailEnabled ? t('hint') : `${t('hint')} ${t('noMail')}`} error={error}>
      <Textarea
        rows={5}
        required
        spellCheck={false}
        placeholder="Ada Lovelace; ada@example.org"
        value={table}
        onValueChange={onChange}
      />
    </Field>
  );
}

const shownRows = 20;

const reasons = [
  'missing',
  'notAnEmail',
  'tooLong',
  'twice',
  'notADate',
  'inThePast',
  'unsupported',
  'tooManyMails',
] as const;

function WrongRows({ wrong }: Pick<PeopleFieldProps, 'wrong'>) {
  const t = useTranslations('request.people');
  const rest = wrong.length - shownRows;
  return (
    <>
      {wrong.slice(0, shownRows).map(({ row, field, reason }) => {
        const name = personFields.find((one) => one === field) ?? 'name';
        const why = reasons.find((one) => one === reason) ?? 'unsupported';
        return (
          <span key={`${row} ${field} ${reason}`} className="block">
            {t('wrong', { row, field: t(`field.${name}`), reason: t(`reason.${why}`) })}
          </span>
        );
      })}
      {rest > 0 && <span className="block">{t('more', { count: rest })}</span>}
    </>
  );
}
