import { useLocale, useTranslations } from 'next-intl';
import { Select } from '@/components/ui/form/select';
import { type Encoding, encodings } from '@/lib/domain/file/text-preview';

type EncodingSelectProps = { value: Encoding; onChange: (encoding: Encoding) => void };

export function EncodingSelect({ value, onChange }: EncodingSelectProps) {
  const t = useTranslations('preview');
  const locale = useLocale();
  const options = encodings.map(({ encoding, type, of }) => {
    const name = nameOf(encoding);
    const known = type && new Intl.DisplayNames(locale, { type }).of(of);
    return { value: encoding, label: known ? `${known} (${name})` : name };
  });
  return (
    <div className="mb-4 ml-auto w-72 max-w-full">
      <Select label={t('encoding')} value={value} onValueChange={onChange} options={options} />
    </div>
  );
}

const nameOf = (encoding: Encoding) =>
  encoding.startsWith('windows') ? encoding.replace('w', 'W') : encoding.toUpperCase();
