'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { Select } from '@/components/ui/form/select';
import { Textarea } from '@/components/ui/form/textarea';
import { call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import {
  type GivenReport,
  maxReportChars,
  type ReportReason,
  report,
  reportReasons,
} from '@/lib/contract/report';
import { emailIn, isEmailOrNone } from '@/lib/domain/mail/mail-address';

/** A share's link, or the call for what else a link leads to. */
export type ReportTo = { linkId: string } | { send: (given: GivenReport) => Promise<{ message: string }> };

type ReportFormProps = { to: ReportTo; open: boolean; onOpenChange: (open: boolean) => void };

export function ReportForm({ to, ...dialog }: ReportFormProps) {
  const t = useTranslations('report');
  const failureText = useFailureText();
  const toast = useToast();
  const [reason, setReason] = useState<ReportReason>('malware');
  const [text, setText] = useState('');
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: GivenReport) =>
      'send' in to ? to.send(body) : call(report.send, { params: { id: to.linkId }, body }),
  });
  const send = async () => {
    setWrong(!isEmailOrNone(address));
    if (!isEmailOrNone(address)) throw new Error('This is no address.');
    toast((await mutateAsync({ reason, text, address: emailIn(address) })).message);
    setText('');
  };
  return (
    <Confirm
      {...dialog}
      tone="primary"
      title={t('title')}
      text={t('text')}
      confirmLabel={t('send')}
      cancelLabel={t('cancel')}
      error={error && failureText(error)}
      onConfirm={send}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('reason')}>
          <Select
            value={reason}
            onValueChange={setReason}
            options={reportReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          />
        </Field>
        <Field label={t('details')}>
          <Textarea rows={3} maxLength={maxReportChars} value={text} onValueChange={setText} />
        </Field>
        <Field label={t('address')} hint={t('addressHint')} error={isWrong ? t('addressWrong') : undefined}>
          <Input type="email" value={address} onValueChange={setAddress} autoComplete="email" />
        </Field>
      </div>
    </Confirm>
  );
}
