'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useBytes } from '@/lib/client/content/use-bytes';
import { useUploads } from '@/lib/client/upload/upload-snapshot';
import type { InvalidAnswer } from '@/lib/domain/inbox/answers';
import { senderFields } from '@/lib/domain/inbox/inbox-form';
import type { Delivery, DeliverySnapshot } from '../delivery';
import { type RefusedFile, refusedFiles } from './form-problems';
import { AnswerField, SenderFieldInput } from './question-fields';
import type { SenderForm } from './sender-form';

type FormPartProps = { delivery: Delivery; state: DeliverySnapshot; form: SenderForm };

export function FormPart({ delivery, state, form }: FormPartProps) {
  const t = useTranslations('inbox.form');
  const { queue } = delivery.upload;
  const { ids } = useUploads(queue);
  const items = ids.flatMap((id) => queue.item(id) ?? []);
  const byName = refusedFiles(form, items);
  const mislabelled = state.refused.filter(({ id, problem }) => problem === 'lies' && ids.includes(id));
  const { formAnswers } = state;
  const visibleFields = senderFields.filter((field) => form.sender[field] !== 'off');
  const problemAt = (field: string) => textOf(state.invalidAnswers.find((wrong) => wrong.field === field));
  const textOf = (wrong: InvalidAnswer | undefined) => wrong && t(`problem.${wrong.problem}`);

  return (
    <>
      <RefusedFiles
        files={[...byName, ...mislabelled.filter(({ id }) => byName.every((one) => one.id !== id))]}
        maxFileBytes={form.maxFileBytes}
        onTakeOut={(taken) => queue.remove(taken)}
      />
      {state.addsTo === null && visibleFields.length + form.questions.length > 0 && (
        <fieldset className="flex flex-col gap-4 border-t border-line p-5">
          <legend className="sr-only">{t('title')}</legend>
          {visibleFields.map((field) => (
            <SenderFieldInput
              key={field}
              field={field}
              isRequired={form.sender[field] === 'required'}
              value={formAnswers.sender[field] ?? ''}
              error={problemAt(`sender.${field}`)}
              onChange={(text) =>
                delivery.setAnswers({ ...formAnswers, sender: { ...formAnswers.sender, [field]: text } })
              }
            />
          ))}
          {form.questions.map((question) => (
            <AnswerField
              key={question.id}
              question={question}
              value={formAnswers.answers[question.id] ?? ''}
              error={problemAt(`answers.${question.id}`)}
              onChange={(text) =>
                delivery.setAnswers({
                  ...formAnswers,
                  answers: { ...formAnswers.answers, [question.id]: text },
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const maxNames = 5;

type RefusedFilesProps = {
  files: RefusedFile[];
  maxFileBytes: number | null;
  onTakeOut: (ids: string[]) => void;
};

function RefusedFiles({ files, maxFileBytes, onTakeOut }: RefusedFilesProps) {
  const t = useTranslations('inbox.form');
  const sizeText = useBytes();
  if (files.length === 0) return null;
  return (
    <div className="border-t border-line p-5">
      <Banner
        tone="error"
        action={
          <Button tone="quiet" onClick={() => onTakeOut(files.map(({ id }) => id))}>
            {t('takeOut', { count: files.length })}
          </Button>
        }
      >
        <p>{t('refused', { count: files.length })}</p>
        <ul className="mt-1 list-disc pl-4">
          {files.slice(0, maxNames).map(({ id, name, problem }) => (
            <li key={id}>{t(`file.${problem}`, { name, size: sizeText(maxFileBytes ?? 0) })}</li>
          ))}
        </ul>
        {files.length > maxNames && <p className="mt-1">{t('more', { count: files.length - maxNames })}</p>}
      </Banner>
    </div>
  );
}
