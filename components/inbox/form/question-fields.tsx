import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { formLimits, type InboxQuestion, type SenderField } from '@/lib/domain/inbox/inbox-form';

type AnswerInputProps = { value: string; error: string | undefined; onChange: (text: string) => void };

const inputs = {
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', spellCheck: false },
  reference: { autoComplete: 'off' },
} as const;

export function SenderFieldInput({
  field,
  isRequired,
  value,
  error,
  onChange,
}: AnswerInputProps & { field: SenderField; isRequired: boolean }) {
  const t = useTranslations('inbox.form');
  return (
    <Field label={<Label text={t(field)} isRequired={isRequired} />} error={error}>
      <Input
        {...inputs[field]}
        required={isRequired}
        maxLength={formLimits.textChars}
        value={value}
        onValueChange={onChange}
      />
    </Field>
  );
}

export function AnswerField({
  question,
  value,
  error,
  onChange,
}: AnswerInputProps & { question: InboxQuestion }) {
  const { label, required } = question;
  return (
    <Field label={<Label text={label} isRequired={required} />} error={error}>
      <Control {...{ question, value, onChange }} />
    </Field>
  );
}

function Control({
  question,
  value,
  onChange,
}: Omit<AnswerInputProps, 'error'> & { question: InboxQuestion }) {
  const { kind, required, choices } = question;
  if (kind === 'longText')
    return (
      <Textarea
        rows={3}
        required={required}
        maxLength={formLimits.longTextChars}
        value={value}
        onValueChange={onChange}
      />
    );
  if (kind === 'choice') {
    const options = ['', ...choices].map((choice) => ({ value: choice, label: choice || '–' }));
    return <Select options={options} value={value} onValueChange={onChange} />;
  }
  const type = kind === 'date' ? 'date' : 'text';
  return (
    <Input
      type={type}
      required={required}
      maxLength={formLimits.textChars}
      value={value}
      onValueChange={onChange}
    />
  );
}

function Label({ text, isRequired }: { text: string; isRequired: boolean }) {
  const t = useTranslations('inbox.form');
  return (
    <>
      <span className="wrap-anywhere">{text}</span>
      {!isRequired && <span className="font-normal text-muted"> {t('optional')}</span>}
    </>
  );
}
