import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { passwordBytes } from '@/lib/domain/account/account-password';
import type { RegistrationProblem } from './registration';

const ownWords = ['required', 'login', 'mismatch', 'invite'] as const;
const isOwn = (problem: RegistrationProblem): problem is (typeof ownWords)[number] =>
  ownWords.some((own) => own === problem);

export function RegisterProblems({ problems }: { problems: { problem: RegistrationProblem }[] }) {
  const t = useTranslations('register');
  const password = useTranslations('newPassword.flaw');
  const { min } = passwordBytes;
  return (
    <Banner tone="error">
      {t('problems')}
      <ul className="mt-1 list-disc pl-4">
        {[...new Set(problems.map(({ problem }) => problem))].map((problem) => (
          <li key={problem}>{isOwn(problem) ? t(`problem.${problem}`) : password(problem, { min })}</li>
        ))}
      </ul>
    </Banner>
  );
}
