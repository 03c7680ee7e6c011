import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { PasswordField } from '@/components/ui/form/password-field';
import { changePassphrase, newSeal } from '@/lib/client/sealed/inbox-seals';
import type { InboxSeal } from '@/lib/contract/share/sealed';
import { passwordStrength } from '@/lib/domain/account/account-password';
import { InboxKeyMismatch } from '@/lib/domain/sealed/inbox-key';

type NewPassphraseFormProps = {
  /** Its passphrase changes; null: the inbox gets its first one. */
  seal: InboxSeal | null;
  onSeal: (seal: InboxSeal) => Promise<unknown>;
  onLeave: () => void;
};
type PassphraseFlaw = 'short' | 'different' | 'wrong' | 'failed' | 'foreign';

const minChars = 12;

const flawOf = (error: unknown) => (error instanceof InboxKeyMismatch ? 'foreign' : 'failed');

export function NewPassphraseForm({ seal, onSeal, onLeave }: NewPassphraseFormProps) {
  const t = useTranslations('sealed.inbox');
  const cancel = useTranslations('alias.form');
  const words = useTranslations('newPassword');
  const [typed, setTyped] = useState({ present: '', next: '', again: '' });
  const [flaw, setFlaw] = useState<PassphraseFlaw | null>(null);
  const [isPending, setPending] = useState(false);
  const { present, next, again } = typed;
  const type = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setFlaw(null);
  };

  async function sealIt(): Promise<PassphraseFlaw | null> {
    if ([...next].length < minChars) return 'short';
    if (next !== again) return 'different';
    const making = seal ? changePassphrase(seal, { passphrase: present, next }) : newSeal(next);
    const made = await making.catch(flawOf);
    if (typeof made === 'string') return made;
    if (!made) return 'wrong';
    await onSeal(made);
    return null;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setPending(true);
    // The card shows what the server refuses.
    const found = await sealIt().catch(() => undefined);
    setPending(false);
    setFlaw(found ?? null);
    if (found) focusFirstProblem(form);
    else if (found === null) onLeave();
  }

  const field = (name: keyof typeof typed, label: string, look: { hint?: string; error: boolean }) => (
    <Field label={label} hint={look.hint} error={look.error && flaw ? t(flaw) : undefined}>
      <PasswordField
        autoComplete={name === 'present' ? 'current-password' : 'new-password'}
        showLabel={words('showField', { field: label })}
        capsLockHint={words('capsLock')}
        value={typed[name]}
        onValueChange={(text) => type({ [name]: text })}
      />
    </Field>
  );
  const strength = words('strengthIs', { strength: words(`strength.${passwordStrength(next)}`) });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {seal && field('present', t('current'), { error: flaw === 'wrong' })}
      {field('next', t(seal ? 'next' : 'passphrase'), {
        hint: next === '' ? words('hint', { min: minChars }) : strength,
        error: flaw === 'short',
      })}
      {field('again', t('again'), { error: flaw === 'different' || flaw === 'failed' || flaw === 'foreign' })}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          {t(seal ? 'change' : 'seal')}
        </Button>
        <Button tone="ghost" onClick={onLeave}>
          {cancel('cancel')}
        </Button>
      </div>
    </form>
  );
}
