import type { Arrivals } from '../unfinished/arrivals';
import type { UnfinishedUpload } from '../unfinished/unfinished-store';

/** By which right files are added to a share: the session of an account, or the ID of an alias. */
export type UploadAccess = {
  /** Whose uploads these are. Unfinished ones are offered under the same key only. */
  readonly key: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where uploads of this share are created. */
  readonly endpointOf: (shareId: string) => string;
  /** What the server holds of a share, as far as this access or the receipt may see it. Fails when the share is gone. */
  readonly arrivalsOf: (shareId: string, receipt?: string | null) => Promise<Arrivals>;
  /** Asks for a fresh right once the server no longer takes the present one. */
  readonly renew: () => Promise<'fresh' | 'ended' | 'away'>;
  /** Takes back what an interrupted upload has left on the server, as far as this access may. */
  readonly takeBack: (unfinished: UnfinishedUpload) => Promise<void>;
  /** Says that files have begun or ended to come into a share, or that the first is known to the server. */
  readonly tellChange?: () => void;
  /** Removes a file that has arrived; one that is gone already is no failure. Absent where nobody may. */
  readonly removeFile?: (file: { shareId: string; fileId: string }) => Promise<void>;
};
