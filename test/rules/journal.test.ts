import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { activityKinds } from '@/lib/contract/activity';
import { auditEvents } from '@/lib/contract/admin/audit';
import { webhookEvents } from '@/lib/contract/webhook';
import { type Kind, kinds } from '@/lib/server/journal/kinds';
import { mailNames } from '@/lib/server/journal/mail';
import { accountMailNames, noticeNames } from '@/lib/server/mail/templates/template';
import { readSources } from '@/scripts/lib/sources';

const declared: Kind[] = Object.values(kinds);

const writes =
  /\b(auditEvent|shareEvent|webhookDelivery|notice)\.(create\w*|upsert)\(|INSERT INTO "(AuditEvent|ShareEvent|WebhookDelivery|Notice)"/;

const isListener = (text: string) =>
  text.includes("import type { Heard } from '@/lib/server/journal/listener'");

test('events are recorded by the journal and its listeners alone', () => {
  const product = [...readSources('.').keys()].filter((file) => !file.startsWith('lib/server/journal/'));
  const texts = product.map((file) => [file, readFileSync(file, 'utf8')] as const);
  expect(product.length).toBeGreaterThan(500);
  expect(texts.filter(([, text]) => isListener(text)).map(([file]) => file)).toEqual([
    'lib/features/webhook/deliveries.ts',
  ]);
  expect(texts.filter(([, text]) => writes.test(text) && !isListener(text)).map(([file]) => file)).toEqual(
    [],
  );
});

test('each event that admins can search for has a kind', () => {
  expect(new Set(declared.flatMap(({ audit }) => audit ?? []))).toEqual(new Set(auditEvents));
});

test('each event that webhooks can be told has a kind', () => {
  expect(new Set(declared.flatMap(({ webhook }) => webhook ?? []))).toEqual(new Set(webhookEvents));
});

test('each kind of activity that is no visit or download is recorded', () => {
  const ofRows = ['opened', 'downloaded'];
  expect(new Set(declared.flatMap(({ activity }) => activity ?? []))).toEqual(
    new Set(activityKinds.filter((kind) => !ofRows.includes(kind))),
  );
});

test('each mail that waits to be sent is of some kind of event, and has words', () => {
  expect(new Set(declared.flatMap(({ mail }) => mail ?? []))).toEqual(new Set(mailNames));
  const composed = [...noticeNames, ...accountMailNames, 'recipient', 'code', 'receipt', 'forgot'];
  expect(new Set(mailNames)).toEqual(new Set(composed));
});
