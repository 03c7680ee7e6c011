import { getTranslations } from 'next-intl/server';
import { pageTitle, Words } from '@/components/app/words';
import { AskedPage } from '@/components/request/asked-page';
import { EncryptedMark } from '@/components/sealed/encrypted-mark';
import { optionalPageContext } from '@/lib/server/http/page';

export const generateMetadata = pageTitle('asked.title');

export default async function RequestPage() {
  const [seal, t] = [await getTranslations('sealed'), await getTranslations('sealed.inbox')];
  const keyTexts = {
    unchecked: t('uncheckedKey'),
    cut: t('cut'),
    other: t('other'),
    unsealed: t('unsealed'),
    unable: t('unable'),
  };
  const { ABUSE_MAIL } = (await optionalPageContext()).config;
  const shown = { keyTexts, chip: <EncryptedMark text={seal('chip')} /> };
  if (!ABUSE_MAIL) return <AskedPage {...shown} reportLabel={null} />;
  const reportLabel = (await getTranslations('report'))('button');
  return (
    <Words of="reporters">
      <AskedPage {...shown} reportLabel={reportLabel} />
    </Words>
  );
}
