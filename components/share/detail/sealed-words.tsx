'use client';

import { PencilIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { NoteField } from '@/components/files/note/note-field';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { changeManifest } from '@/lib/client/sealed/manifest-store';
import { shareKeys } from '@/lib/client/sealed/share-keys';
import { type ManifestWords, withWords } from '@/lib/domain/sealed/manifest';

type SealedWordsProps = { shareId: string; words: ManifestWords; onSaved: () => Promise<unknown> };

/** Edits name and note of a sealed share, which the server can't read. */
export function SealedWords({ shareId, words, onSaved }: SealedWordsProps) {
  const t = useTranslations('sealed');
  const fields = useTranslations('share.detail.fields');
  const [draft, setDraft] = useState<(ManifestWords & { read: ManifestWords }) | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  if (draft === null) {
    return (
      <Button tone="ghost" onClick={() => setDraft({ title: words.title, note: words.note, read: words })}>
        <PencilIcon aria-hidden />
        {t('edit')}
      </Button>
    );
  }
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const key = shareKeys.get(shareId);
    if (!key) return;
    const { note, read } = draft;
    const title = draft.title.trim();
    setPending(true);
    try {
      await changeManifest(shareId, key, (manifest) => withWords(manifest, read, { title, note }));
      await onSaved();
      setDraft(null);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="mb-6 flex flex-col gap-4">
      <Field label={fields('name')}>
        <Input
          maxLength={255}
          autoComplete="off"
          value={draft.title}
          onValueChange={(title) => setDraft({ ...draft, title })}
        />
      </Field>
      <NoteField value={draft.note} error={null} onChange={(note) => setDraft({ ...draft, note })} />
      {failure instanceof Error && <FailureBanner error={failure} />}
      <div className="flex gap-2">
        <Button type="submit" pending={isPending}>
          {fields('save')}
        </Button>
        <Button tone="ghost" onClick={() => setDraft(null)}>
          {fields('cancel')}
        </Button>
      </div>
    </form>
  );
}
