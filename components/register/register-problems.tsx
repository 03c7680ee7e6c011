import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { passwordBytes } from '@/lib/domain/account/account-password';
import type { RegistrationProblem } from './registration';

const ownWords = ['required', 'login', 'mismatch', 'invite'] as const;
type Own = (typeof ownWords)[number];
const isOwn = (problem: RegistrationProblem): problem is Own => ownWords.some((own) => own === problem);

/** Everything that is to be mended before the form can be sent; what holds for several fields is said once. */
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
