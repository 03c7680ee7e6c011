import Markdown from 'react-markdown';
import type { PublicConfig } from '@/lib/contract/config';

/** The operator's words, else name, version and build. */
export function Footer({ config }: { config: PublicConfig }) {
  if (!config.footerVisible) return null;
  const { footerText, appName, version, buildId } = config;
  return (
    <footer className="mx-auto w-full max-w-5xl px-6 py-8 text-xs text-muted [&_a]:underline [&_a]:underline-offset-2">
      {footerText ? (
        <Markdown>{footerText}</Markdown>
      ) : (
        <p className="tabular-nums">
          {appName} {version} · {buildId}
        </p>
      )}
    </footer>
  );
}
