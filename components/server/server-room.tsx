'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { PageHeader } from '@/components/ui/page-header';
import { adminPaths } from '@/lib/admin-paths';
import {
  pictureSettings,
  type ServerRoom as Room,
  roomOfGroup,
  serverRooms,
} from '@/lib/domain/server-settings';
import { AddressField } from './address-field';
import { CheckedGroup } from './checked-group';
import { LimitsTable } from './limits-table';
import { PictureField } from './look-fields';
import { MailGroup } from './mail-group';
import { ProvidersGroup } from './providers-group';
import { RoomSaveBar } from './room-save-bar';
import { SettingGroup } from './setting-group';
import { type SettingForm, useSettingForm } from './use-setting-form';

/** A page of settings, with one button that saves them all. */
export function ServerRoom({ room }: { room: Room }) {
  const t = useTranslations('server');
  const form = useSettingForm();
  useOldPlace(room);
  const [group, ...others] = serverRooms[room];
  const isOnly = others.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save().catch(() => undefined); // said by the bar
  };
  return (
    <form method="post" noValidate autoComplete="off" onSubmit={submit} className="max-w-3xl">
      {isOnly ? (
        <PageHeader title={t(`group.${group}.title`)} lead={t(`group.${group}.lead`)} />
      ) : (
        <PageHeader title={t(`room.${room as 'general' | 'signin'}`)} />
      )}
      {groupsOf[room](form)}
      <RoomSaveBar form={form} />
    </form>
  );
}

const groupsOf: Record<Room, (form: SettingForm) => ReactNode> = {
  general: (form) => (
    <>
      <SettingGroup group="address" form={form}>
        <AddressField form={form} />
      </SettingGroup>
      <SettingGroup group="announcement" form={form} />
      <CheckedGroup group="scan" form={form} />
    </>
  ),
  mail: (form) => <MailGroup form={form} />,
  signin: (form) => (
    <>
      <SettingGroup group="people" form={form} />
      <ProvidersGroup form={form} />
      <CheckedGroup group="directory" form={form} />
    </>
  ),
  limits: (form) => <LimitsTable form={form} />,
  look: (form) => (
    <SettingGroup group="look" form={form} isOnly>
      {pictureSettings.map((name) => (
        <PictureField key={name} form={form} name={name} />
      ))}
    </SettingGroup>
  ),
  legal: (form) => <SettingGroup group="legal" form={form} isOnly />,
};

/** All groups were on one page once; its addresses lead on to their rooms. */
function useOldPlace(room: Room): void {
  const router = useRouter();
  useEffect(() => {
    const group = location.hash.slice(1);
    const other = roomOfGroup(group);
    if (other && other !== room) router.replace(`${adminPaths.serverRoom(other)}#${group}` as Route);
  }, [room, router]);
}
