import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { formLimits } from '@/lib/domain/inbox/inbox-form';
import { FieldGroup } from './field-group';
import type { FormFieldsProps } from './form-draft';
import { newQuestion, type QuestionDraft } from './form-draft';
import { QuestionEditor } from './question-editor';

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
