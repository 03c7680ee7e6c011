import 'server-only';
import type { Item } from '../source';
import type { Sharry } from './installation';

/** What no share speaks of: Sharry leaves such behind when a share is deleted while it is uploaded to. */
export async function* readOrphans({ db }: Sharry): AsyncGenerator<Item> {
  const metas = await db.rows<{ file_id: string }>(
    `SELECT file_id FROM filemeta m
     WHERE NOT EXISTS (SELECT 1 FROM share_file f WHERE f.file_id = m.file_id) ORDER BY file_id`,
  );
  for (const { file_id: oldId } of metas)
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'a file without a share' } };
  if (!db.hasTable('filechunk')) return;
  const chunks = await db.rows<{ file_id: string }>(
    `SELECT DISTINCT file_id FROM filechunk c
     WHERE NOT EXISTS (SELECT 1 FROM filemeta m WHERE m.file_id = c.file_id) ORDER BY file_id`,
  );
  for (const { file_id: oldId } of chunks)
    yield { remark: { kind: 'file', oldId, reason: 'orphan', text: 'chunks without a file' } };
}
