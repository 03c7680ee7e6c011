export const requirements = ['off', 'optional', 'required'] as const;
type Requirement = (typeof requirements)[number];

export const senderFields = ['name', 'email', 'reference'] as const;
export type SenderField = (typeof senderFields)[number];

export const questionKinds = ['text', 'longText', 'choice', 'date'] as const;
export type QuestionKind = (typeof questionKinds)[number];

export type InboxQuestion = {
  id: string;
  label: string;
  kind: QuestionKind;
  required: boolean;
  choices: string[];
};

/** In milliseconds since 1970. */
export type OpenTimes = { opensAt: number | null; closesAt: number | null; lateUntil: number | null };

/** Null means the installation's limit. */
export type FileRules = {
  groups: TypeGroup[];
  endings: string[];
  maxFiles: number | null;
  maxFileBytes: number | null;
  maxBytes: number | null;
};

export type SenderQuestions = { sender: Record<SenderField, Requirement>; questions: InboxQuestion[] };

/** Null means the installation's default. */
export type InboxLook = {
  language: string | null;
  color: string | null;
};

export const defaultChangeHours = 24;

export type InboxForm = OpenTimes &
  FileRules &
  SenderQuestions &
  InboxLook & {
    intro: string;
    recipient: string;
    /** Senders may withdraw an unopened delivery for so long. */
    changeHours: number;
  };

export const formLimits = {
  introBytes: 16 * 1024,
  questions: 5,
  choices: 30,
  endings: 40,
  files: 10_000,
  textChars: 500,
  longTextChars: 10_000,
  logoBytes: 128 * 1024,
} as const;

export const isEnding = (text: string): boolean => /^[a-z0-9_+-]{1,20}$/.test(text);

/** Uploads that began before the end may still finish for so long. */
const graceMs = 3_600_000;

export type Phase = 'early' | 'open' | 'late' | 'grace' | 'closed';

export function phaseAt({ opensAt, closesAt, lateUntil }: OpenTimes, nowMs: number): Phase {
  if (opensAt !== null && nowMs < opensAt) return 'early';
  if (closesAt === null || nowMs < closesAt) return 'open';
  const end = lateUntil ?? closesAt;
  if (nowMs < end) return 'late';
  return nowMs < end + graceMs ? 'grace' : 'closed';
}

export const deadlineOf = ({ closesAt, lateUntil }: OpenTimes): number | null => lateUntil ?? closesAt;

export const typeGroups = ['pictures', 'films', 'sound', 'documents', 'archives'] as const;
export type TypeGroup = (typeof typeGroups)[number];

const endingsOf: Record<TypeGroup, string> = {
  pictures: 'jpg jpeg jfif png gif webp avif heic heif bmp tif tiff svg',
  films: 'mp4 m4v mov webm mkv avi mpg mpeg wmv 3gp ogv',
  sound: 'mp3 m4a aac wav flac ogg oga opus wma aif aiff',
  documents:
    'pdf doc docx docm dot dotx xls xlsx xlsm ppt pptx pptm odt ods odp odg rtf txt md csv epub pages numbers key',
  archives: 'zip 7z rar tar gz tgz bz2 xz zst',
};

const groupOfEnding = new Map(
  typeGroups.flatMap((group) => endingsOf[group].split(' ').map((ending) => [ending, group] as const)),
);

export const endingOf = (name: string): string => /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export const groupOf = (name: string): TypeGroup | null => groupOfEnding.get(endingOf(name)) ?? null;

/** Returns null for types that are too generic to contradict a name. */
export function groupOfType(mimeType: string): TypeGroup | null {
  if (mimeType.startsWith('image/')) return 'pictures';
  if (mimeType.startsWith('video/')) return 'films';
  if (mimeType.startsWith('audio/')) return 'sound';
  if (/^application\/(pdf|msword|rtf|vnd\.(openxmlformats|oasis|ms-(word|excel|powerpoint)))/.test(mimeType))
    return 'documents';
  return /^application\/(x-7z|x-rar|vnd\.rar|x-tar|gzip|x-bzip|x-xz)/.test(mimeType) ? 'archives' : null;
}
