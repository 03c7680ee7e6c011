'use client';

import { useCall } from '@/lib/client/use-call';
import { account } from '@/lib/contract/account';
import { AccountFacts } from './account-facts';
import { AccountPage } from './account-page';
import { DeleteAccount } from './delete-account';
import { ModifyForm } from './modify-form';

/** One account as an admin sees it: what can be changed, what is simply so, and the way to end it. */
export function ModifyAccount({ accountId }: { accountId: string }) {
  const { data: detail } = useCall(account.get, { params: { id: accountId } });
  if (!detail) return null;
  return (
    <AccountPage title={detail.login}>
      <ModifyForm detail={detail} />
      <AccountFacts detail={detail} />
      <div className="mt-4 flex justify-end">
        <DeleteAccount detail={detail} />
      </div>
    </AccountPage>
  );
}
