import { PlusIcon, XIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { FieldGroup } from '@/components/alias/form/field-group';
import { KindsField } from '@/components/alias/form/kinds-field';
import { Button, IconButton } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { MarkedLabel } from '@/components/ui/form/marked-label';
import { roundLimits } from '@/lib/domain/request/progress';
import { ExampleField } from './example-field';
import { type DraftProblem, emptySlot, type SlotDraft } from './round-draft';

type SlotFieldsProps = {
  slots: SlotDraft[];
  problems: ReadonlySet<DraftProblem>;
  onChange: (slots: SlotDraft[]) => void;
};

/** The things that are asked for. */
export function SlotFields({ slots, problems, onChange }: SlotFieldsProps) {
  const t = useTranslations('request.slot');
  const add = () => onChange([...slots, emptySlot(Math.max(...slots.map(({ key }) => key)) + 1)]);
  return (
    <FieldGroup title={t('title')}>
      {slots.map((slot, at) => (
        <OneSlot
          key={slot.key}
          slot={slot}
          number={at + 1}
          problems={problems}
          onChange={(part) =>
            onChange(slots.map((one) => (one.key === slot.key ? { ...one, ...part } : one)))
          }
          onRemove={slots.length > 1 ? () => onChange(slots.filter(({ key }) => key !== slot.key)) : null}
        />
      ))}
      {slots.length < roundLimits.slots && (
        <div>
          <Button tone="quiet" onClick={add}>
            <PlusIcon aria-hidden />
            {t('add')}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

type OneSlotProps = {
  slot: SlotDraft;
  number: number;
  problems: ReadonlySet<DraftProblem>;
  onChange: (part: Partial<SlotDraft>) => void;
  onRemove: (() => void) | null;
};

function OneSlot({ slot, number, problems, onChange, onRemove }: OneSlotProps) {
  const t = useTranslations('request.slot');
  const form = useTranslations('alias.form');
  const senders = useTranslations('alias.senders');
  const { key, name, hint, needed, maxFiles, groups, endings, example } = slot;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{t('name', { number })}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[1fr_10rem]">
          <Field
            label={<MarkedLabel isRequired text={t('name', { number })} mark={form('required')} />}
            error={problems.has(`slot${key}`) && form('problem.blank')}
          >
            <Input
              required
              autoFocus={number > 1 && name === ''}
              maxLength={255}
              autoComplete="off"
              placeholder={t('placeholder')}
              value={name}
              onValueChange={(text) => onChange({ name: text })}
            />
          </Field>
          <Field
            label={senders('maxFiles')}
            error={problems.has(`count${key}`) && senders('flaw.countWrong')}
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={maxFiles}
              onValueChange={(text) => onChange({ maxFiles: text })}
            />
          </Field>
        </div>
        {onRemove && (
          <IconButton label={t('remove', { number })} onClick={onRemove}>
            <XIcon aria-hidden />
          </IconButton>
        )}
      </div>
      <Field label={t('hint')}>
        <Input
          maxLength={roundLimits.hintChars}
          autoComplete="off"
          value={hint}
          onValueChange={(text) => onChange({ hint: text })}
        />
      </Field>
      <KindsField groups={groups} onChange={(chosen) => onChange({ groups: chosen })} />
      <Field
        label={senders('endings')}
        hint={senders('endingsHint')}
        error={problems.has(`endings${key}`) && senders('flaw.endingWrong')}
      >
        <Input
          tone="code"
          autoComplete="off"
          value={endings}
          onValueChange={(text) => onChange({ endings: text })}
        />
      </Field>
      <ExampleField
        example={example}
        isTooLarge={problems.has(`example${key}`)}
        onChange={(file) => onChange({ example: file })}
      />
      <Checkbox
        label={t('needed')}
        hint={t('neededHint')}
        checked={needed}
        onChange={({ target }) => onChange({ needed: target.checked })}
      />
    </fieldset>
  );
}
