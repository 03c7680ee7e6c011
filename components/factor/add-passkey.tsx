'use client';

import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useToast } from '@/components/ui/dialog/toast';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useAppConfig } from '@/lib/client/app-config';
import { CallError, call } from '@/lib/client/call/call';
import { passkey } from '@/lib/contract/passkey';
import { readUserAgent } from '@/lib/domain/user-agent';
import { FactorForm, type FactorProof } from './factor-form';

type AddPasskeyProps = { login: string; asksCode: boolean; onCancel?: () => void; onDone: () => void };

/** Password, and a code where one is set up; then the device asks for finger, face or PIN. */
export function AddPasskey({ login, asksCode, onCancel, onDone }: AddPasskeyProps) {
  const t = useTranslations('factor.passkeys');
  const say = useToast();
  const [name, setName] = useState(deviceName);
  const make = useMakePasskey(name);
  return (
    <FactorForm
      asks={asksCode ? ['password', 'code'] : ['password']}
      login={login}
      submitLabel={t('add')}
      sent={make}
      onSubmit={(proof) =>
        make.mutate(proof, {
          onSuccess: ({ message }) => {
            say(message);
            onDone();
          },
        })
      }
      onCancel={onCancel}
    >
      <Field label={t('name')} hint={t('nameHint')}>
        <Input name="name" autoComplete="off" maxLength={100} value={name} onValueChange={setName} />
      </Field>
    </FactorForm>
  );
}

function deviceName(): string {
  const { browser, system } = readUserAgent(navigator.userAgent);
  return [browser, system].filter(Boolean).join(' · ');
}

function useMakePasskey(name: string) {
  const words = useFailureWords();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: FactorProof) => {
      const { options } = await call(passkey.begin, { body });
      // Safe: the library of the server has made them for this one.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await startRegistration({ optionsJSON }).catch((error: unknown) => {
        throw new CallError('refused', words(error), { cause: error });
      });
      return call(passkey.add, { body: { name: name.trim() || deviceName() || '?', credential } });
    },
    onSuccess: () => cache.invalidateQueries(),
  });
}

function useFailureWords() {
  const t = useTranslations('factor.passkeys');
  const { baseUrl } = useAppConfig();
  const isOne = (error: unknown, codes: WebAuthnErrorCode[]) =>
    error instanceof WebAuthnError && codes.includes(error.code);
  return (error: unknown): string => {
    if (isOne(error, ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'])) return t('known');
    if (isOne(error, ['ERROR_INVALID_DOMAIN', 'ERROR_INVALID_RP_ID']))
      return t('elsewhere', { url: baseUrl });
    return t('notMade');
  };
}
