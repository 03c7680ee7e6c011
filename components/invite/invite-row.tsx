'use client';

import { PencilIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import type { OpenInvite } from '@/lib/contract/signup';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { LabelForm } from './label-form';
import { RevokeInvite } from './revoke-invite';

export function InviteRow({ invite }: { invite: OpenInvite }) {
  const t = useTranslations('invite.open');
  const format = useFormatter();
  const [isEditing, setEditing] = useState(false);
  const [edits, setEdits] = useState(0);
  const edit = () => {
    setEditing(true);
    setEdits(edits + 1);
  };
  const { keyStart, label, createdBy, expires } = invite;
  const key = `${keyStart}…`;
  const date = format.dateTime(expires, dateTimeFormat('medium'));
  return (
    <li className={`flex flex-wrap gap-x-4 gap-y-2 py-3 ${isEditing ? 'items-start' : 'items-center'}`}>
      <div className="min-w-0 flex-1 basis-60">
        {isEditing ? (
          <LabelForm invite={invite} onLeave={() => setEditing(false)} />
        ) : (
          <p className="flex items-center gap-1 text-sm font-medium">
            <span className="min-w-0 wrap-anywhere">
              {label ?? <span className="font-normal text-muted">{t('noLabel')}</span>}
            </span>
            <EditButton label={t('edit', { key })} wasEditing={edits > 0} onEdit={edit} />
          </p>
        )}
        <p className="text-xs text-muted tabular-nums">
          <span className="font-mono">{key}</span> · {t('facts', { login: createdBy ?? t('gone'), date })}
        </p>
      </div>
      <RevokeInvite id={invite.id} keyText={key} />
    </li>
  );
}

type EditButtonProps = { label: string; wasEditing: boolean; onEdit: () => void };

/** Takes the focus when it reappears after editing. */
function EditButton({ label, wasEditing, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasEditing) button.current?.focus();
  }, [wasEditing]);
  return (
    <IconButton ref={button} label={label} onClick={onEdit}>
      <PencilIcon aria-hidden />
    </IconButton>
  );
}
