'use client';

import { LoadFailure } from '@/components/app/load-failure';
import { useCall } from '@/lib/client/call/use-call';
import { type AccountDetail, account } from '@/lib/contract/account';
import { AccountFacts } from '../account-facts';
import { AccountPage } from '../account-page';
import type { DefaultLimits } from './account-limits';
import { DeleteAccount } from './delete-account';
import { ModifyForm } from './modify-form';

type ModifyAccountProps = { accountId: string; defaults: DefaultLimits };

export function ModifyAccount({ accountId, defaults }: ModifyAccountProps) {
  const { data: detail, error } = useCall(account.get, { params: { id: accountId } });
  return (
    <>
      <LoadFailure error={error} />
      {detail && <LoadedAccount detail={detail} defaults={defaults} />}
    </>
  );
}

function LoadedAccount({ detail, defaults }: { detail: AccountDetail; defaults: DefaultLimits }) {
  return (
    <AccountPage title={detail.login}>
      <ModifyForm detail={detail} defaults={defaults} />
      <AccountFacts detail={detail} />
      <div className="mt-4 flex justify-end">
        <DeleteAccount detail={detail} />
      </div>
    </AccountPage>
  );
}
