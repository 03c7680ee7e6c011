'use client';

import type { FileSource } from '@/components/files/zip/file-links';
import { EncryptedLine } from '@/components/sealed/encrypted-chip';
import { allFiles } from '@/components/sealed/open-sealed';
import { SealedGate } from '@/components/sealed/sealed-gate';
import { SealedNotices } from '@/components/sealed/sealed-notices';
import { useSealedDownloads } from '@/components/sealed/use-sealed-downloads';
import { useSealedShare } from '@/components/sealed/use-sealed-share';
import { call } from '@/lib/client/call/call';
import { open } from '@/lib/contract/open';
import type { OpenedShare as Detail } from '@/lib/contract/share/open-share';
import { sealed } from '@/lib/contract/share/sealed';
import { shareTitle } from '@/lib/domain/title';
import { OpenedShare, type PeekedShare } from './opened-share';

type SealedShareProps = {
  linkId: string;
  peek: PeekedShare;
  detail: Detail;
  source: FileSource;
  view: Parameters<typeof OpenedShare>[0]['view'];
};

export function SealedShare({ linkId, peek, detail, source, view }: SealedShareProps) {
  const failure = useSealedDownloads();
  const version = detail.files.map(({ id }) => id).join();
  const state = useSealedShare(linkId, version, async () => {
    const query = { visit: source.visit };
    const [{ manifest }, files] = await Promise.all([
      call(sealed.open, { params: { id: linkId }, query }),
      detail.total
        ? allFiles((from) => call(open.files, { params: { id: linkId }, query: { ...query, from } }))
        : detail.files,
    ]);
    return { manifest, files, source };
  });
  if (state.step !== 'open') return <SealedGate id={linkId} state={state} />;
  const { manifest, isOlder, files, missing } = state.content;
  const { total: _, ...rest } = detail;
  const title = shareTitle(manifest.note, manifest.title) || null;
  const opened = { ...rest, title, description: manifest.note || null, files };
  return (
    <>
      <SealedNotices isOlder={isOlder} missing={missing} failure={failure} />
      <EncryptedLine />
      <OpenedShare
        {...{ linkId, peek, view }}
        detail={opened}
        source={state.content.source}
        noteAtFirst={null}
      />
    </>
  );
}
