'use client';

import { useTranslations } from 'next-intl';
import {
  type AuditActorKind,
  type AuditEventName,
  type AuditGroupName,
  type AuditItem,
  type AuditObjectType,
  type AuditOutcome,
  auditActors,
  auditEvents,
  auditObjects,
  auditOutcomes,
} from '@/lib/contract/admin/audit';
import { shortId } from '@/lib/domain/ident';

/** Message keys can't contain dots. */
type MessageKey<T extends string> = T extends `${infer Group}.${infer Name}` ? `${Group}_${Name}` : T;

const keyOf = (event: AuditEventName) => event.replace('.', '_') as MessageKey<AuditEventName>;

/** Returns names unknown to this version as they are. */
export function useAuditWords() {
  const t = useTranslations('audit');
  const event = (name: AuditEventName) => t(`event.${keyOf(name)}`);
  return {
    group: (name: AuditGroupName) => t(`group.${name}`),
    event,
    eventOf: ({ event: name }: AuditItem) => (isOneOf(auditEvents, name) ? event(name) : name),
    outcome: (name: AuditOutcome) => t(`outcome.${name}`),
    outcomeOf: ({ outcome }: AuditItem) =>
      isOneOf(auditOutcomes, outcome) ? t(`outcome.${outcome}`) : outcome,
    actorOf: ({ actorLogin, actorKind }: AuditItem) =>
      actorLogin ?? (isOneOf(auditActors, actorKind) ? t(`actor.${actorKind}`) : actorKind),
    roleOf: ({ actorKind }: AuditItem) =>
      isOneOf(auditActors, actorKind) ? t(`actor.${actorKind}`) : actorKind,
    objectOf,
  };

  /** Prefers a name, a login or the beginning of a link to an ID. */
  function objectOf({ objectType, objectId, objectName, shareId, details, actorId }: AuditItem): string {
    const named = objectName ?? details.name ?? details.login ?? details.link;
    if (named !== undefined) return String(named);
    if (!objectType && shareId) return `${t('type.share')} ${shortId(shareId)}`;
    if (!objectType || !objectId || objectId === actorId) return '';
    const type = isOneOf(auditObjects, objectType) ? t(`type.${objectType}`) : objectType;
    return `${type} ${shortId(objectId)}`;
  }
}

function isOneOf<T extends AuditEventName | AuditOutcome | AuditActorKind | AuditObjectType>(
  names: readonly T[],
  name: string,
): name is T {
  return names.some((known) => known === name);
}
