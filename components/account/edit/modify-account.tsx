'use client';

import { MailIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useSourceName } from '@/components/account/use-source-name';
import { useUsageTexts } from '@/components/account/use-usage-texts';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { type AccountDetail, account } from '@/lib/contract/account/account';
import { accountCode } from '@/lib/contract/account/account-code';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { AccountPage } from '../account-page';
import type { DefaultLimits } from './account-fields';
import { DeleteAccount } from './delete-account';
import { ModifyForm } from './modify-form';
import { ResetFactor } from './reset-factor';

type ModifyAccountProps = { accountId: string; defaults: DefaultLimits };

export function ModifyAccount({ accountId, defaults }: ModifyAccountProps) {
  const { data: detail, error } = useCall(account.get, { params: { id: accountId } });
  return (
    <>
      <FailureBanner error={error} className="mb-6" />
      {detail && <LoadedAccount detail={detail} defaults={defaults} />}
    </>
  );
}

function LoadedAccount({ detail, defaults }: { detail: AccountDetail; defaults: DefaultLimits }) {
  return (
    <AccountPage title={detail.login}>
      <ModifyForm detail={detail} defaults={defaults} />
      <AccountFacts detail={detail} />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <ResetFactor detail={detail} />
        <SendResetLink detail={detail} />
        <DeleteAccount detail={detail} />
      </div>
    </AccountPage>
  );
}

function AccountFacts({ detail }: { detail: AccountDetail }) {
  const t = useTranslations('account');
  const format = useFormatter();
  const sourceName = useSourceName();
  const date = (millis: number) => format.dateTime(millis, dateTimeFormat('medium'));
  const usage = useUsageTexts(detail.usage);
  const { id, source, leavesAt, shares, aliases, loginCount, lastLogin, created, groups } = detail;

  const facts = [
    ...(leavesAt === null ? [] : [[t('list.column.state'), t('state.leaving', { date: date(leavesAt) })]]),
    [t('list.column.source'), sourceName(source)],
    ...(groups
      ? [[t('groups'), groups.length === 0 ? t('noGroups') : format.list(groups, { type: 'unit' })]]
      : []),
    [t('list.column.shares'), format.number(shares)],
    [t('list.column.aliases'), format.number(aliases)],
    [t('usedSpace'), usage.space],
    [t('usedFiles'), usage.files],
    [t('list.column.loginCount'), format.number(loginCount)],
    [t('list.column.lastLogin'), lastLogin === null ? t('never') : date(lastLogin)],
    [t('list.column.created'), date(created)],
  ];
  return (
    <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-y border-line px-2 py-4 text-sm">
      <div className="col-span-2 grid grid-cols-subgrid">
        <dt className="text-muted">{t('id')}</dt>
        <dd className="min-w-0 text-right font-mono text-xs/5 break-all">{id}</dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** For accounts that can sign in with a password and be reached. */
function SendResetLink({ detail: { id, source, state, leavesAt, email } }: { detail: AccountDetail }) {
  const t = useTranslations('account.reset');
  const toast = useToast();
  const { mailEnabled } = useAppConfig();
  const { mutate, error, isPending, submittedAt } = useSend(accountCode.send);
  const mayEnter = state === 'Active' || leavesAt !== null;
  if (!mailEnabled || source !== 'intern' || !mayEnter || !email) return null;
  return (
    <>
      <FailureBanner key={submittedAt} error={error} className="w-full" />
      <Button
        tone="ghost"
        pending={isPending}
        onClick={() => mutate({ params: { id } }, { onSuccess: ({ message }) => toast(message) })}
      >
        <MailIcon aria-hidden />
        {t('send')}
      </Button>
    </>
  );
}
