'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Link } from '@/components/ui/link';
import { useSend } from '@/lib/client/call/use-call';
import { accountCode } from '@/lib/contract/account/account-code';
import { paths } from '@/lib/paths';

export function ForgotForm() {
  const t = useTranslations('mailLink.forgot');
  const [account, setAccount] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const { mutate, data, error, isPending, submittedAt } = useSend(accountCode.forgot);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setEmpty(account.trim() === '');
    if (account.trim() !== '' && !isPending) mutate({ body: { account } });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FailureBanner key={submittedAt} error={error} />
      {data ? (
        <Banner tone="success">{data.message}</Banner>
      ) : (
        <>
          <Field label={t('account')} hint={t('hint')} error={isEmpty && t('needed')}>
            <Input
              name="account"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
              value={account}
              onValueChange={setAccount}
            />
          </Field>
          <Button type="submit" pending={isPending}>
            {t('submit')}
          </Button>
        </>
      )}
      <Link
        href={paths.login()}
        className="inline-flex min-h-6 items-center self-center rounded-sm text-sm text-muted underline decoration-faint underline-offset-4 hover:text-ink hover:decoration-ink pointer-coarse:min-h-11"
      >
        {t('toLogin')}
      </Link>
    </form>
  );
}
