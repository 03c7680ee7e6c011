import type { ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';

export function Footer({ config }: { config: AppConfig }) {
  const { footerVisible, footerText, appName, version, buildId, projectUrl } = config;
  if (!footerVisible) return null;
  return (
    <footer className="mx-auto w-full max-w-5xl px-6 py-6 text-xs text-muted">
      {footerText ? (
        <OperatorText text={footerText} />
      ) : (
        <p>
          <ProjectLink url={projectUrl || paths.documentation}>{appName}</ProjectLink> {version} (
          {buildId.slice(0, 8)})
        </p>
      )}
    </footer>
  );
}

/** Links to PROJECT_URL, or to this installation's documentation where it isn't set. */
function ProjectLink({ url, children }: { url: string; children: ReactNode }) {
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
