import { PlusIcon, XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MarkedLabel } from '@/components/ui/form/marked-label';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { formLimits, questionKinds } from '@/lib/domain/inbox/inbox-form';
import { FieldGroup } from './field-group';
import { type FormFieldsProps, newQuestion, type QuestionDraft } from './form-draft';

export function QuestionList({ draft: { questions }, flawAt, onChange }: FormFieldsProps) {
  const t = useTranslations('alias.senders');
  const replace = (id: string, part: Partial<QuestionDraft>) =>
    onChange({ questions: questions.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <FieldGroup title={t('questions')} hint={t('questionsHint', { max: formLimits.questions })}>
      {questions.map((question, index) => (
        <QuestionEditor
          key={question.id}
          number={index + 1}
          question={question}
          error={flawAt(question.id)}
          onChange={(part) => replace(question.id, part)}
          onRemove={() => onChange({ questions: questions.filter(({ id }) => id !== question.id) })}
        />
      ))}
      {questions.length < formLimits.questions && (
        <div>
          <Button
            tone="quiet"
            onClick={() => onChange({ questions: [...questions, newQuestion(questions)] })}
          >
            <PlusIcon aria-hidden />
            {t('question.add')}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

type QuestionEditorProps = {
  number: number;
  question: QuestionDraft;
  error: string | undefined;
  onChange: (part: Partial<QuestionDraft>) => void;
  onRemove: () => void;
};

function QuestionEditor({ number, question, error, onChange, onRemove }: QuestionEditorProps) {
  const t = useTranslations('alias.senders.question');
  const form = useTranslations('alias.form');
  const { label, kind, required, choices } = question;
  const kinds = questionKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));
  const isChoice = kind === 'choice';
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[1fr_10rem]">
          <Field
            label={<MarkedLabel isRequired text={t('label', { number })} mark={form('required')} />}
            error={isChoice && label.trim() !== '' ? undefined : error}
          >
            <Input
              required
              autoFocus={label === ''}
              maxLength={255}
              autoComplete="off"
              value={label}
              onValueChange={(text) => onChange({ label: text })}
            />
          </Field>
          <Field label={t('kind')}>
            <Select options={kinds} value={kind} onValueChange={(next) => onChange({ kind: next })} />
          </Field>
        </div>
        <IconButton label={t('remove', { number })} onClick={onRemove}>
          <XIcon aria-hidden />
        </IconButton>
      </div>
      {isChoice && (
        <Field
          label={<MarkedLabel isRequired text={t('choices')} mark={form('required')} />}
          hint={t('choicesHint')}
          error={label.trim() !== '' ? error : undefined}
        >
          <Textarea rows={3} required value={choices} onValueChange={(text) => onChange({ choices: text })} />
        </Field>
      )}
      <Checkbox
        label={t('required')}
        checked={required}
        onChange={({ target }) => onChange({ required: target.checked })}
      />
    </div>
  );
}
