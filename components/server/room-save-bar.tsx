import { useTranslations } from 'next-intl';
import { LeaveQuestion } from '@/components/alias/form/leave-question';
import { Outcome } from '@/components/settings/settings-section';
import { SaveBar } from '@/components/ui/form/save-bar';
import type { SettingForm } from './use-setting-form';

/** One for all groups of a room. */
export function RoomSaveBar({ form }: { form: SettingForm }) {
  const t = useTranslations('server');
  const words = useTranslations('alias.unsaved');
  const { isChanged, send } = form;
  return (
    <>
      <SaveBar
        isChanged={isChanged}
        isPending={send.isPending}
        isIdle={!isChanged}
        status={isChanged ? words('text') : t('lead')}
        labels={{ discard: words('discard'), save: t('save') }}
        onDiscard={form.discard}
      >
        <div className="flex max-w-md flex-col gap-3 [&:not(:has(label))]:hidden">{form.proofFields}</div>
        <Outcome sent={send} />
      </SaveBar>
      {isChanged && <LeaveQuestion />}
    </>
  );
}
