'use client';

import { useTimeZone, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { ChangedMeanwhile } from '@/components/app/changed-meanwhile';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useToast } from '@/components/ui/dialog/toast';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type AliasForm, aliasForm } from '@/lib/contract/alias/alias-form';
import { AskFields } from './ask-fields';
import { FileFields } from './file-fields';
import { draftOf, emptyForm, type FormDraft, flawsOf, formIn, readOf } from './form-draft';
import { LookFields } from './look-fields';
import { QuestionList } from './question-list';
import { useFormTexts } from './use-form-texts';
import { TimeFields, WordFields } from './word-fields';

type FormEditorProps = { aliasId: string; form: AliasForm | null; onClose: () => void };

/** All that can be set of a form; nothing of it has to be. */
export function FormEditor({ aliasId, form, onClose }: FormEditorProps) {
  const t = useTranslations('alias.senders');
  const failureText = useFailureText();
  const say = useToast();
  const zone = useTimeZone() ?? 'UTC';
  const [draft, setDraft] = useState(() => draftOf(form ?? emptyForm, zone));
  const [read, setRead] = useState<Record<string, unknown>>(() => readOf(form ?? emptyForm));
  const [isTried, setTried] = useState(false);
  const save = useSend(aliasForm.save, { reloads: [aliasForm.get] });
  const remove = useSend(aliasForm.remove, { reloads: [aliasForm.get] });
  const flaws = isTried ? flawsOf(draft, zone) : {};
  const flawAt = (field: string) => flaws[field] && t(`flaw.${flaws[field]}`);
  const change = (part: Partial<FormDraft>) => setDraft((now) => ({ ...now, ...part }));
  const params = { id: aliasId };
  const send = async (was: Record<string, unknown>) => {
    await save.mutateAsync({ params, body: { ...formIn(draft, zone), was } });
    done();
  };
  const done = () => {
    say(t('saved'));
    onClose();
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(flawsOf(draft, zone)).length > 0) focusFirstProblem(event.currentTarget);
    else void send(read).catch(() => undefined);
  }

  const part = { draft, flawAt, onChange: change };
  const error = save.error ?? remove.error;
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-8">
      <WordFields {...part} />
      <TimeFields {...part} zone={zone} />
      <FileFields {...part} />
      <AskFields {...part} />
      <QuestionList {...part} />
      <LookFields {...part} />
      <ChangedMeanwhile
        error={save.error}
        own={formIn(draft, zone)}
        {...useFormTexts(zone)}
        onOverwrite={(now) => send({ ...read, ...now })}
        onKeep={(now) => {
          setRead({ ...read, ...now });
          save.reset();
        }}
      />
      {error && <Banner tone="error">{failureText(error)}</Banner>}
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
