'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { Select } from '@/components/ui/form/select';
import { readTextEncoding } from '@/lib/client/content/read-text-encoding';
import { codeLanguage } from '@/lib/domain/file/code-language';
import {
  decodeText,
  type Encoding,
  encodings,
  isMarkdown,
  textPreviewBytes,
} from '@/lib/domain/file/text-preview';
import { Code } from './code';
import { type PreviewProps, PreviewSpinner, Unpreviewable, useStageFocus } from './preview-parts';

// The Markdown parser is four times as large as the viewer.
const Markdown = dynamic(() => import('../note/markdown').then((module) => module.Markdown), {
  ssr: false,
  loading: () => <PreviewSpinner />,
});

/** Displays text only: nothing of the file is ever executed. */
export function TextPreview({ file, links }: PreviewProps) {
  const t = useTranslations('preview');
  const [chosen, setChosen] = useState<Encoding | null>(null);
  const { data, isError } = useQuery({
    queryKey: ['text', links.preview],
    queryFn: ({ signal }) => fetchText(links.preview, file.size, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const text = useMemo(() => data && decodeText(data.bytes, chosen ?? data.encoding), [data, chosen]);
  const section = useRef<HTMLElement>(null);
  useStageFocus(section, text !== undefined);
  if (isError) return <Unpreviewable file={file} links={links} reason={t('textFailed')} />;
  if (!data || text === undefined) return <PreviewSpinner />;
  const encoding = chosen ?? data.encoding;

  return (
    <section
      ref={section}
      aria-label={file.filename}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text has to be reachable by keyboard
      tabIndex={0}
      className="size-full overflow-auto focus-visible:-outline-offset-2"
    >
      <div className="mx-auto my-4 max-w-4xl rounded-card bg-raised p-5 ring-1 ring-line sm:my-8 sm:p-8">
        {data.encoding !== 'utf-8' && <EncodingSelect value={encoding} onChange={setChosen} />}
        {isMarkdown(file.mimetype, file.filename) ? (
          <Markdown text={text} />
        ) : (
          <Code text={text} language={codeLanguage(file.filename)} address={`${links.preview} ${encoding}`} />
        )}
        {text === '' && <p className="text-sm text-muted">{t('textEmpty')}</p>}
        {file.size > textPreviewBytes && (
          <p className="mt-6 border-t border-line pt-4 text-sm text-muted">{t('textCut')}</p>
        )}
      </div>
    </section>
  );
}

async function fetchText(url: string, sizeBytes: number, signal: AbortSignal) {
  const range = sizeBytes > textPreviewBytes ? { range: `bytes=0-${textPreviewBytes - 1}` } : {};
  const response = await fetch(url, { signal, headers: range });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer()).subarray(0, textPreviewBytes);
  return { bytes, encoding: await readTextEncoding(bytes) };
}

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
