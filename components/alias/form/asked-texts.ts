import { useTranslations } from 'next-intl';
import { type SenderQuestions, senderFields } from '@/lib/domain/inbox/inbox-form';

/** Everything that senders are asked, a text each. */
export function useAskedTexts(): (form: SenderQuestions) => string[] {
  const t = useTranslations('alias.senders');
  return ({ sender, questions }) =>
    [
      ...senderFields
        .filter((field) => sender[field] !== 'off')
        .map((field) => ({ text: t(`ask.${field}`), isRequired: sender[field] === 'required' })),
      ...questions.map(({ label, required }) => ({ text: label, isRequired: required })),
    ]
      .filter(({ text }) => text !== '')
      .map(({ text, isRequired }) => (isRequired ? t('asksRequired', { text }) : text));
}
