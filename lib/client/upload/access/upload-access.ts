import type { Arrivals } from '../unfinished/arrivals';
import type { UnfinishedUpload } from '../unfinished/unfinished-store';

/** By which right files go into a share: a person's own session, or the id of an alias. */
export type UploadDoor = {
  /** Whose uploads these are: a continued one is offered behind no other door of the same browser. */
  readonly key: string;
  /** What every request carries to be let in. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where uploads of this share are created. */
  readonly endpointOf: (shareId: string) => string;
  /** What the server holds of a share, as far as this door shows it. Fails when the share is gone. */
  readonly arrivalsOf: (shareId: string) => Promise<Arrivals>;
  /** Asks for a fresh right once the server no longer takes the present one. */
  readonly renew: () => Promise<'fresh' | 'ended' | 'away'>;
  /** Takes back what an interrupted upload has left on the server, as far as this door may. */
  readonly takeBack: (unfinished: UnfinishedUpload) => Promise<void>;
  /** Removes a file that has arrived; one that is gone already is no failure. Absent where nobody may. */
  readonly removeFile?: (file: { shareId: string; fileId: string }) => Promise<void>;
};
