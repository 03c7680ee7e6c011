import type { DocumentedCall } from './call-article';

export type CallGroup = { name: string; description: string; calls: DocumentedCall[] };

export function Contents({ groups, schemas }: { groups: CallGroup[]; schemas: string[] }) {
  return (
    <nav aria-label="Calls" className="text-sm lg:sticky lg:top-0 lg:max-h-dvh lg:overflow-y-auto lg:py-10">
      <ul className="flex flex-col gap-5">
        {groups.map(({ name, description, calls }) => (
          <li key={name}>
            <p className="font-medium">{description}</p>
            <ul className="mt-1.5 flex flex-col">
              {calls.map(({ operation: { operationId, summary } }) => (
                <li key={operationId}>
                  <Link to={operationId}>{summary}</Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <p className="font-medium">Shapes</p>
          <ul className="mt-1.5 flex flex-col">
            {schemas.map((name) => (
              <li key={name}>
                <Link to={`schema-${name}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </li>
      </ul>
    </nav>
  );
}

function Link({ to, children }: { to: string; children: string }) {
  return (
    <a href={`#${to}`} className="block rounded-control py-0.5 text-muted hover:text-ink">
      {children}
    </a>
  );
}
