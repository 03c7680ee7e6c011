import { minPhotoRatio, minPhotos } from './file/photo-share';
import { groupOf, groupOfType } from './inbox/inbox-form';

export const fileKinds = ['photos', 'videos', 'documents', 'others'] as const;
export type FileKind = (typeof fileKinds)[number];
export type KindCounts = Record<FileKind, number>;

const kindOfGroup = {
  pictures: 'photos',
  films: 'videos',
  documents: 'documents',
  sound: 'others',
  archives: 'others',
} as const;

/** Judges by the ending, else by the declared type. */
export function fileKind({ filename, mimetype }: { filename: string; mimetype: string }): FileKind {
  const group = groupOf(filename) ?? groupOfType(mimetype);
  return group === null ? 'others' : kindOfGroup[group];
}

type CountedFile = { filename: string; mimetype: string; count?: number };

export function countKinds(files: readonly CountedFile[]): KindCounts {
  const counts: KindCounts = { photos: 0, videos: 0, documents: 0, others: 0 };
  for (const file of files) counts[fileKind(file)] += file.count ?? 1;
  return counts;
}

type KindWords<Text> = (kind: FileKind, count: number) => Text;

/** Texts such as “63 photos”, one for each kind that there is. */
export const kindTexts = <Text>(counts: KindCounts, words: KindWords<Text>): Text[] =>
  fileKinds.filter((kind) => counts[kind] > 0).map((kind) => words(kind, counts[kind]));

const maxStrip = 6;

/** Counts the files in the strip above photos: those that are no pictures, if they are few. */
export function stripLength(counts: KindCounts | undefined): number {
  const { photos, videos, documents, others } = counts ?? countKinds([]);
  const count = documents + others;
  return photos + videos > 0 && count <= maxStrip ? count : 0;
}

/** As `isMostlyPhotos` of `file/photos`, before the files are known. */
export function areMostlyPhotos({ photos, videos, documents, others } = countKinds([])): boolean {
  const count = photos + videos;
  return count >= minPhotos && count >= (count + documents + others) * minPhotoRatio;
}

export const isInStrip = (file: CountedFile): boolean => !['photos', 'videos'].includes(fileKind(file));
