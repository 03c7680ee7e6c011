'use client';

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  WebAuthnError,
  type WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import { FingerprintIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useAppConfig } from '@/lib/client/app-config';
import { CallError, call } from '@/lib/client/call/call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { goOn } from '@/lib/client/session/leave';
import { passkey } from '@/lib/contract/passkey';

type PasskeySignInProps = { target: string; keep: boolean };

/** A challenge lives for five minutes, and the page may wait for longer. */
const renewMs = 4 * 60_000;

/** Offers passkeys by a button, and where the browser can, in the list below the login field, if there is one. */
export function PasskeySignIn({ target, keep }: PasskeySignInProps) {
  const t = useTranslations('login.passkey');
  const { problem, isPending, signIn } = usePasskeySignIn({ target, keep });
  if (!browserSupportsWebAuthn()) return null;
  return (
    <div className="flex flex-col gap-2.5">
      <Button tone="quiet" pending={isPending} onClick={() => signIn('button')}>
        <FingerprintIcon aria-hidden />
        <span className="text-left whitespace-normal wrap-anywhere">{t('use')}</span>
      </Button>
      {problem && <Banner tone="error">{problem}</Banner>}
    </div>
  );
}

type PasskeyWay = 'button' | 'field';

/** Reloads the page after a success, as `useSignIn` does. */
function usePasskeySignIn({ target, keep }: PasskeySignInProps) {
  const wordsOf = useFailureWords();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keepNow = useRef(keep);
  useEffect(() => {
    keepNow.current = keep;
  });

  const signIn = async (way: PasskeyWay): Promise<void> => {
    let hasChosen = way === 'button';
    setPending(hasChosen);
    if (hasChosen) setProblem(null);
    try {
      const credential = await askDevice(way);
      hasChosen = true;
      setPending(true);
      await call(passkey.signIn, { body: { credential, keepSignedIn: keepNow.current } });
      goOn(target);
    } catch (error) {
      if (isOneOf(error, ['ERROR_CEREMONY_ABORTED'])) return;
      setPending(false);
      // Nobody has asked for it, and asking again could go on for ever.
      if (!hasChosen) return;
      setProblem(wordsOf(error));
      await offer();
    }
  };
  const offer = async () => {
    const isListed = document.querySelector('input[autocomplete~="webauthn"]') !== null;
    if (isListed && (await browserSupportsWebAuthnAutofill())) await signIn('field');
  };

  const renew = useEffectEvent(() => {
    if (!isPending) void offer();
  });
  useEffect(() => {
    renew();
    const timer = setInterval(() => document.hidden || renew(), renewMs);
    return () => {
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, []);
  return { problem, isPending, signIn };
}

async function askDevice(way: PasskeyWay) {
  const { options } = await call(passkey.ask, {});
  if (options === null) throw new Error('There is nothing to sign.');
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: way === 'field' });
}

const isOneOf = (error: unknown, codes: WebAuthnErrorCode[]) =>
  error instanceof WebAuthnError && codes.includes(error.code);

function useFailureWords() {
  const t = useTranslations('login.passkey');
  const failureText = useFailureText();
  const { baseUrl } = useAppConfig();
  return (error: unknown): string => {
    if (error instanceof CallError) return failureText(error);
    const isElsewhere = isOneOf(error, ['ERROR_INVALID_DOMAIN', 'ERROR_INVALID_RP_ID']);
    return isElsewhere ? t('elsewhere', { url: baseUrl }) : t('none');
  };
}
