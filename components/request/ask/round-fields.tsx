import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MarkedLabel } from '@/components/ui/form/marked-label';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { repeats } from '@/lib/domain/request/due';
import { roundLimits } from '@/lib/domain/request/progress';
import type { DraftProblem, RoundHead } from './round-draft';

type RoundFieldsProps = {
  draft: RoundHead;
  problems: ReadonlySet<DraftProblem>;
  onChange: (part: Partial<RoundHead>) => void;
};

/** A round without its slots and people. */
export function RoundFields({ draft: { name, due, message, repeat }, problems, onChange }: RoundFieldsProps) {
  const t = useTranslations('request.form');
  const form = useTranslations('alias.form');
  const never = { value: '' as const, label: t('repeats.never') };
  return (
    <>
      <Field
        label={<MarkedLabel isRequired text={form('name')} mark={form('required')} />}
        hint={t('nameHint')}
        error={problems.has('name') && form('problem.blank')}
      >
        <Input
          required
          maxLength={255}
          autoComplete="off"
          value={name}
          onValueChange={(text) => onChange({ name: text })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={<MarkedLabel isRequired text={t('due')} mark={form('required')} />}
          hint={t('dueHint')}
          error={problems.has('due') && t('dueWrong')}
        >
          <Input type="date" required value={due} onValueChange={(day) => onChange({ due: day })} />
        </Field>
        <Field label={t('repeat')}>
          <Select
            options={[never, ...repeats.map((value) => ({ value, label: t(`repeats.${value}`) }))]}
            value={repeat}
            onValueChange={(next) => onChange({ repeat: next })}
          />
        </Field>
      </div>
      <Field label={t('message')}>
        <Textarea
          rows={3}
          maxLength={roundLimits.messageChars}
          value={message}
          onValueChange={(text) => onChange({ message: text })}
        />
      </Field>
    </>
  );
}
