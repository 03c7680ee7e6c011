'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Textarea } from '@/components/ui/form/textarea';
import { Spinner } from '@/components/ui/spinner';
import { useCall } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type MailTemplate, mail } from '@/lib/contract/mail';
import {
  type MailDraft,
  type MailKind,
  type MailSubject,
  type PersonalWords,
  useMailDraft,
} from './use-mail-draft';

type MailFormProps = { template: MailSubject; kinds?: readonly MailKind[]; onLeave: () => void };

export function MailForm({ template, kinds = ['shared'], onLeave }: MailFormProps) {
  const t = useTranslations('mail');
  const draft = useMailDraft(template, kinds[0] ?? 'shared');
  const form = useRef<HTMLFormElement>(null);
  const toReceivers = () => form.current?.querySelector('textarea')?.focus();
  useEffect(toReceivers, []);

  if (draft.outcome !== null) return <SentBanner text={draft.outcome} onLeave={onLeave} />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.isReady && !draft.isSending) draft.send(toReceivers);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={t('title')}
      className="max-w-xl"
    >
      <div className="flex flex-col gap-4">
        <Field label={t('receivers')} hint={t('receiversHint')} error={draft.complaint}>
          <Textarea
            rows={2}
            value={draft.receivers}
            onValueChange={draft.setReceivers}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required
          />
        </Field>
        {kinds.length > 1 && (
          <Checkbox
            label={t('shared')}
            checked={draft.kind === 'shared'}
            onChange={(event) => draft.setKind(event.target.checked ? 'shared' : 'personal')}
          />
        )}
        {draft.kind === 'shared' ? (
          <WrittenMail template={template} draft={draft} />
        ) : (
          <PersonalMail shareId={template.id} draft={draft} />
        )}
        {draft.error && <Banner tone="error">{draft.error}</Banner>}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" pending={draft.isSending} disabled={!draft.isReady}>
          {t('send')}
        </Button>
        <Button tone="ghost" onClick={onLeave}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

const noWords: PersonalWords = { subject: '', message: null };

/** A share without a link has no template yet; its mails then say what it says of itself. */
function PersonalMail({ shareId, draft: { personal, setPersonal } }: { shareId: string; draft: MailDraft }) {
  const t = useTranslations('mail');
  const { data, error } = useCall(mail.shareTemplate, { params: { id: shareId } });
  useEffect(() => {
    if (!personal && data) setPersonal(data.personal);
  }, [personal, data, setPersonal]);
  const words = personal ?? noWords;
  if (!personal && !error) return <Spinner label={t('loading')} />;
  const set = (change: Partial<PersonalWords>) => setPersonal({ ...words, ...change });
  return (
    <>
      <Field label={t('subject')}>
        <Input
          value={words.subject}
          placeholder={t('usualSubject')}
          onValueChange={(subject) => set({ subject })}
          maxLength={200}
        />
      </Field>
      <Field label={t('message')}>
        <Textarea rows={4} value={words.message ?? ''} onValueChange={(message) => set({ message })} />
      </Field>
    </>
  );
}

function WrittenMail({ template: { kind, id }, draft }: { template: MailSubject; draft: MailDraft }) {
  const t = useTranslations('mail');
  const failureText = useFailureText();
  const endpoint = kind === 'share' ? mail.shareTemplate : mail.aliasTemplate;
  const { data, error, isFetching } = useCall(endpoint, { params: { id } });
  const { words, setWords } = draft;
  // Later answers don't overwrite a mail that is being written.
  useEffect(() => {
    if (!words && data && !isFetching) setWords(data);
  }, [words, data, isFetching, setWords]);
  if (!words) {
    return error ? <Banner tone="error">{failureText(error)}</Banner> : <Spinner label={t('loading')} />;
  }
  const set = (change: Partial<MailTemplate>) => setWords({ ...words, ...change });
  return (
    <>
      <Field label={t('subject')}>
        <Input value={words.subject} onValueChange={(subject) => set({ subject })} maxLength={200} required />
      </Field>
      <Field label={t('body')}>
        <Textarea rows={10} value={words.body} onValueChange={(body) => set({ body })} required />
      </Field>
    </>
  );
}

function SentBanner({ text, onLeave }: { text: string; onLeave: () => void }) {
  const t = useTranslations('mail');
  return (
    <div className="max-w-xl">
      <Banner
        tone="success"
        action={
          <Button tone="quiet" autoFocus onClick={onLeave}>
            {t('done')}
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  );
}
