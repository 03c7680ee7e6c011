import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { AliasForm } from '@/lib/contract/alias/alias-form';
import type { AliasValues } from '../alias-rules';
import { draftOf, emptyForm, type FormDraft } from './form-draft';

export const albumModes = ['off', 'open', 'checked'] as const;

/** All that an owner sets for an inbox, as typed. */
export type InboxValues = {
  alias: AliasValues;
  form: FormDraft;
  told: boolean;
  album: (typeof albumModes)[number];
  /** Empty means that the present one stays. */
  password: string;
  dropsPassword: boolean;
};

export type InboxFieldsProps = { values: InboxValues; onChange: (part: Partial<InboxValues>) => void };

type StoredInbox = { alias: AliasValues; detail: AliasDetail; form: AliasForm | null; zone: string };

export const inboxValues = ({ alias, detail, form, zone }: StoredInbox): InboxValues => ({
  alias,
  form: draftOf(form ?? emptyForm, zone),
  told: detail.told === true,
  album: detail.album ? (detail.album.checked ? 'checked' : 'open') : 'off',
  password: '',
  dropsPassword: false,
});

export const isDifferent = (one: unknown, other: unknown): boolean => textOf(one) !== textOf(other);

const textOf = (value: unknown): string => JSON.stringify(value, withSortedFields);

const withSortedFields = (_field: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
