'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile } from '@/components/app/changed-meanwhile';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { useSend } from '@/lib/client/call/use-call';
import { type AliasForm, aliasForm } from '@/lib/contract/alias/alias-form';
import { senderFields } from '@/lib/domain/inbox/inbox-form';
import { languages } from '@/lib/i18n/locales';
import { AppearanceFields } from './appearance-fields';
import { draftOf, emptyForm, type FormDraft, flawsOf, loadedValues, parseForm } from './form-draft';
import { FileFields, IntroFields, SenderFields, TimeFields } from './form-fields';
import { QuestionList } from './question-list';

type FormEditorProps = { aliasId: string; form: AliasForm | null; onClose: () => void };

export function FormEditor({ aliasId, form, onClose }: FormEditorProps) {
  const t = useTranslations('alias.senders');
  const toast = useToast();
  const zone = useTimeZone() ?? 'UTC';
  const [draft, setDraft] = useState(() => draftOf(form ?? emptyForm, zone));
  const [loaded, setLoaded] = useState<Record<string, unknown>>(() => loadedValues(form ?? emptyForm));
  const [isTried, setTried] = useState(false);
  const save = useSend(aliasForm.save, { reloads: [aliasForm.get] });
  const remove = useSend(aliasForm.remove, { reloads: [aliasForm.get] });
  const flaws = isTried ? flawsOf(draft, zone) : {};
  const flawAt = (field: string) => flaws[field] && t(`flaw.${flaws[field]}`);
  const change = (part: Partial<FormDraft>) => setDraft((now) => ({ ...now, ...part }));
  const params = { id: aliasId };
  const send = async (was: Record<string, unknown>) => {
    await save.mutateAsync({ params, body: { ...parseForm(draft, zone), was } });
    done();
  };
  const done = () => {
    toast(t('saved'));
    onClose();
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(flawsOf(draft, zone)).length > 0) focusFirstProblem(event.currentTarget);
    else void send(loaded).catch(() => undefined);
  }

  const part = { draft, flawAt, onChange: change };
  const error = save.error ?? remove.error;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-8">
      <IntroFields {...part} />
      <TimeFields {...part} zone={zone} />
      <FileFields {...part} />
      <SenderFields {...part} />
      <QuestionList {...part} />
      <AppearanceFields {...part} />
      <ChangedMeanwhile
        error={save.error}
        own={parseForm(draft, zone)}
        {...useFormTexts(zone)}
        onOverwrite={(now) => send({ ...loaded, ...now })}
        onKeep={(now) => {
          setLoaded({ ...loaded, ...now });
          save.reset();
        }}
      />
      <FailureBanner error={error} />
      <div className="flex flex-wrap-reverse items-center justify-end gap-2">
        {form && (
          <span className="mr-auto -ml-3.5">
            <Button
              tone="ghost"
              pending={remove.isPending}
              onClick={() => remove.mutate({ params }, { onSuccess: done })}
            >
              {t('remove')}
            </Button>
          </span>
        )}
        <Button tone="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function useFormTexts(zone: string) {
  const t = useTranslations('alias.senders');
  const labels: Record<string, string> = {
    intro: t('intro'),
    recipient: t('recipient'),
    opensAt: t('opensAt'),
    closesAt: t('closesAt'),
    lateUntil: t('lateUntil'),
    groups: t('kinds'),
    endings: t('endings'),
    maxFiles: t('maxFiles'),
    maxFileBytes: t('maxFile'),
    maxBytes: t('maxTotal'),
    sender: t('asks'),
    changeHours: t('changeHours'),
    questions: t('questions'),
    language: t('language'),
    color: t('color'),
  };
  const senderText = (sender: AliasForm['sender']) =>
    senderFields.map((field) => `${t(`ask.${field}`)}: ${t(`demand.${sender[field]}`)}`).join('\n');
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (field: string, value: unknown): string => {
      const form: AliasForm = { ...emptyForm, [field]: value };
      const { groups, sender, language, changeHours, questions, logo: _, ...typed } = draftOf(form, zone);
      const texts: Record<string, string> = {
        ...typed,
        groups: groups.map((group) => t(`groups.${group}`)).join(', '),
        sender: senderText(sender),
        language: languages.find(({ locale }) => locale === language)?.label ?? '',
        changeHours: t('hours', { hours: changeHours }),
        questions: questions.map(({ label, choices }) => `${label}\n${choices}`.trim()).join('\n\n'),
      };
      return texts[field] ?? '';
    },
  };
}
