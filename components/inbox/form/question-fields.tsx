import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MarkedLabel } from '@/components/ui/form/marked-label';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { formLimits, type InboxQuestion, type SenderField } from '@/lib/domain/inbox/inbox-form';

type QuestionFieldProps = {
  text: string;
  isRequired: boolean;
  error: string | undefined;
  children: ReactNode;
};
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
    <QuestionField text={t(field)} isRequired={isRequired} error={error}>
      <Input
        {...inputs[field]}
        required={isRequired}
        maxLength={formLimits.textChars}
        value={value}
        onValueChange={onChange}
      />
    </QuestionField>
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
    <QuestionField text={label} isRequired={required} error={error}>
      <Control {...{ question, value, onChange }} />
    </QuestionField>
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
    return <Select options={options} required={required} value={value} onValueChange={onChange} />;
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

function QuestionField({ text, isRequired, ...field }: QuestionFieldProps) {
  const t = useTranslations('inbox.form');
  const mark = t(isRequired ? 'required' : 'optional');
  return <Field {...field} label={<MarkedLabel text={text} mark={mark} isRequired={isRequired} />} />;
}
