import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';
import { Logo } from './logo';

type FooterProps = {
  config: AppConfig;
  isSignedIn: boolean;
  legal: readonly ('imprint' | 'privacy')[];
};

/** Holds the server's mark where a sender stands above it; its name stands there once. */
export function Footer({ config, isSignedIn, legal }: FooterProps) {
  const t = useTranslations('nav.legal');
  const { footerVisible, footerText, appName, version, buildId, projectUrl } = config;
  const isEmpty = !footerVisible && legal.length === 0;
  const look = isEmpty ? 'hidden [body:has([data-sender])_&]:flex' : 'flex';
  return (
    <footer
      className={`mx-auto w-full ${look} max-w-5xl flex-wrap items-baseline gap-x-4 gap-y-1 px-6 py-6 text-xs text-muted print:hidden`}
    >
      {!isSignedIn && (
        <span className="hidden items-center gap-2 self-center font-medium [body:has([data-sender])_&]:flex">
          <Logo config={config} size="sm" />
          {(!footerVisible || footerText) && appName}
        </span>
      )}
      {footerVisible &&
        (footerText ? (
          <OperatorText text={footerText} />
        ) : (
          <>
            <p>
              {projectUrl ? <FooterLink url={projectUrl}>{appName}</FooterLink> : appName} {version} (
              {buildId.slice(0, 8)})
            </p>
            <FooterLink url={paths.documentation}>{t('guide')}</FooterLink>
          </>
        ))}
      {!isEmpty && <FooterLink url={paths.accessibility}>{t('accessibility')}</FooterLink>}
      {legal.map((page) => (
        <FooterLink key={page} url={paths.legal(page)}>
          {t(page)}
        </FooterLink>
      ))}
    </footer>
  );
}

/** In a tab of its own, because nothing that is typed or sent may end. */
function FooterLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      className="underline decoration-faint underline-offset-4 hover:text-ink pointer-coarse:py-3"
    >
      {children}
    </a>
  );
}

/** The operator wrote this Markdown, so links and pictures are trusted. The page has an `h1` already. */
export function OperatorText({ text }: { text: string }) {
  return (
    <div className="wrap-anywhere [&_:is(h2,h3,h4)]:font-semibold [&_:is(h2,h3,h4)]:text-ink [&_h2]:text-base [&_:is(ol,ul)]:pl-5 [&_:is(h2,h3,h4,p,ul,ol)+*]:mt-2 [&_a:hover]:text-ink [&_a]:underline [&_a]:underline-offset-3 [&_img]:inline [&_img]:max-h-24 [&_ol]:list-decimal [&_strong]:font-semibold [&_ul]:list-disc">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={{ h1: 'h2' }}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
