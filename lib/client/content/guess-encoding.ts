import { analyse } from 'chardet';
import { type Encoding, encodings, isUtf8 } from '@/lib/domain/file/text-preview';

const sampleBytes = 64 * 1024;
/** Minimum confidence of `chardet`, out of 100; texts with few accents score lower. */
const minConfidence = 20;

/** Supersets for the encodings that `chardet` names. */
const supersets: Record<string, Encoding> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-8-i': 'windows-1255',
  'iso-8859-9': 'windows-1254',
  'iso-8859-6': 'windows-1256',
};

/** Guesses the encoding of a text without a byte order mark. Loaded with the first such text. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleBytes);
  const best = utf16Of(sample) ?? guessOf(sample);
  // Seven bits are UTF-8, too.
  if (!/^(utf-16|iso-2022)/.test(best) && isUtf8(sample)) return 'utf-8';
  const isWestern = best === 'windows-1252' || best === 'windows-1254';
  return isWestern && hasCaron(sample) ? 'windows-1250' : best;
}

/** Detects UTF-16 without a byte order mark: in most languages every other byte of a text is zero. */
function utf16Of(sample: Uint8Array): Encoding | null {
  const zeros = [0, 1].map((half) => sample.filter((byte, index) => byte === 0 && index % 2 === half).length);
  const [even = 0, odd = 0] = zeros.map((count) => (count * 2) / sample.length);
  if (odd > 0.5 && even < 0.1) return 'utf-16le';
  return even > 0.5 && odd < 0.1 ? 'utf-16be' : null;
}

function guessOf(sample: Uint8Array): Encoding {
  const [best] = analyse(sample);
  const name = best && best.confidence >= minConfidence ? best.name.toLowerCase() : '';
  const known = encodings.find(({ encoding }) => encoding === name)?.encoding;
  return supersets[name] ?? known ?? 'windows-1252';
}

/**
 * Matches bytes that are letters such as Š, Ť, Ž or Ś in windows-1250, but symbols or rare letters in Western
 * encodings.
 */
const hasCaron = (bytes: Uint8Array): boolean =>
  bytes.some((byte, index) => carons.has(byte) && (isLetter(bytes[index - 1]) || isLetter(bytes[index + 1])));

const carons = new Set([0x8a, 0x8d, 0x8e, 0x8f, 0x9a, 0x9d, 0x9e, 0x9f]);
const isLetter = (byte = 0) => /[a-z]/i.test(String.fromCharCode(byte));
