import type { ReactNode } from 'react';
import type { AppConfig } from '@/lib/contract/info';
import { paths } from '@/lib/paths';
import { OperatorText } from './operator-text';

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
