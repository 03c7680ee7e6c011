'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useProof } from '@/components/factor/factor-form';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { type ServerSetting, serverSettings } from '@/lib/contract/admin/server-settings';
import { provenSettings, type SettingName } from '@/lib/domain/server-settings';

/** `was` and `version` are those of the time when somebody began to type. */
type SettingDraft = { text: string; was: string | null; version: number };
type SettingDrafts = Partial<Record<SettingName, SettingDraft>>;

export type SettingForm = ReturnType<typeof useSettingForm>;

/**
 * Settings with what was typed and not saved yet.
 * @param asksAnyway the password, for something that is saved with them
 */
export function useSettingForm({ asksAnyway = false } = {}) {
  const router = useRouter();
  const send = useSend(serverSettings.change, { reloads: [serverSettings.list] });
  const list = useCall(serverSettings.list, {});
  const [drafts, setDrafts] = useState<SettingDrafts>({});
  const itemOf = (name: SettingName): ServerSetting | undefined =>
    list.data?.items.find((item) => item.name === name);

  const write = (name: SettingName, text: string) => {
    const { value = null, version = 0 } = itemOf(name) ?? {};
    setDrafts((all) => ({ ...all, [name]: { was: value, version, ...all[name], text } }));
  };
  const asksProof =
    asksAnyway || Object.keys(drafts).some((name) => provenSettings.includes(name as SettingName));
  const { proof, isUnproven, fields } = useProof(asksProof ? (list.data?.proof ?? []) : []);
  const [isChecked, setChecked] = useState(false);

  const save = async () => {
    setChecked(true);
    if (isUnproven) throw new Error('the proof is missing');
    const changes = Object.entries(drafts).map(([name, { text, version }]) => ({
      name: name as SettingName,
      value: text,
      version,
    }));
    if (changes.length === 0) return;
    try {
      await send.mutateAsync({ body: { changes, ...proof } });
      setDrafts({});
      setChecked(false);
      router.refresh();
    } catch (error) {
      // Another admin's values are shown beside what was typed, and saving once more replaces them.
      const now = (await list.refetch()).data?.items ?? [];
      setDrafts((all) => withVersions(all, now));
      throw error;
    }
  };
  return {
    itemOf,
    draftOf: (name: SettingName) => drafts[name],
    textOf: (name: SettingName) => drafts[name]?.text ?? itemOf(name)?.value ?? '',
    write,
    save,
    discard: () => {
      setDrafts({});
      setChecked(false);
      send.reset();
    },
    proof,
    proofFields: fields(isChecked),
    send,
    /** Of what the layout shows: name, footer, logo. */
    refresh: () => router.refresh(),
    isChanged: Object.keys(drafts).length > 0,
  };
}

const withVersions = (drafts: SettingDrafts, now: readonly ServerSetting[]): SettingDrafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([name, draft]) => {
      const version = now.find((item) => item.name === name)?.version ?? draft.version;
      return [name, { ...draft, version }];
    }),
  );
