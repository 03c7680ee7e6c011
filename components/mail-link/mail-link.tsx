'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Empty } from '@/components/ui/empty';
import { Spinner } from '@/components/ui/spinner';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useHash } from '@/lib/client/use-hash';
import { accountCode } from '@/lib/contract/account/account-code';
import { paths } from '@/lib/paths';
import { NewPasswordForm } from './new-password-form';

/** Opening this page spends nothing: scanners of mails open links, too. */
export function MailLink() {
  const t = useTranslations('mailLink');
  const hash = useHash();
  if (hash === null) return <Spinner label={t('loading')} />;
  return <LoadedMailLink key={hash} token={hash.slice(1)} />;
}

function LoadedMailLink({ token }: { token: string }) {
  const t = useTranslations('mailLink');
  const failureText = useFailureText();
  const { data, error } = useCall(accountCode.look, { body: { token } });
  const reset = useSend(accountCode.reset);
  const confirm = useSend(accountCode.confirm);
  const done = reset.data ?? confirm.data;
  if (done) {
    const isReset = done === reset.data;
    return (
      <Empty heading="h1" title={done.message} {...(isReset && { text: t('reset.look') })}>
        <ButtonLink href={paths.login(isReset ? paths.security : undefined)}>{t('toLogin')}</ButtonLink>
      </Empty>
    );
  }
  const failure = confirm.error ?? error;
  if (failure) {
    return (
      <Empty heading="h1" title={failureText(failure)}>
        <ButtonLink tone="quiet" href={paths.login()}>
          {t('toLogin')}
        </ButtonLink>
      </Empty>
    );
  }
  if (!data) return <Spinner label={t('loading')} />;
  const { kind, login, address } = data;
  if (kind === 'reset') return <NewPasswordForm token={token} login={login} send={reset} />;
  return (
    <Empty
      heading="h1"
      title={t('confirm.ask', { address: address ?? '' })}
      text={t('confirm.text', { login })}
    >
      <Button pending={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        {t('confirm.yes')}
      </Button>
    </Empty>
  );
}
